import { Inject, Injectable, Logger } from '@nestjs/common';
import type { DocumentScan } from '@tknest/contracts/events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clamd } from '#platform/config/encrypted-links.js';
import { CONFIG, type Config } from '#platform/config/config.js';

const TIMEOUT_MS = 30_000;
const CHUNK = 65_536;

/** Scans documents for malware with clamd, if the deployment has one. */
@Injectable()
export class DocumentScanner {
  private readonly log = new Logger('Documents');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Whether the deployment has a scanner. */
  get isThere(): boolean {
    return this.config.clamd !== null;
  }

  /** `quarantined` if the scanner could not be reached: scanned later, and shown to nobody until then. */
  async scan(bytes: Buffer): Promise<DocumentScan> {
    if (!this.config.clamd) return 'unscanned';
    try {
      const answer = await this.ask(this.config.clamd, bytes);
      if (/\bOK\s*$/.test(answer)) return 'clean';
      if (/\bFOUND\s*$/.test(answer)) return 'infected';
      throw new Error('clamd gave an unknown answer');
    } catch (error) {
      this.log.warn({ err: error }, 'A document could not be scanned; it stays in quarantine');
      return 'quarantined';
    }
  }

  /** clamd's INSTREAM: chunks, each preceded by its length, ended by an empty chunk. */
  private ask(clamd: Clamd, bytes: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const { socket, ready } = open(clamd);
      let answer = '';
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd did not answer in time')));
      socket.on('error', reject);
      socket.on('data', (data) => (answer += data.toString('latin1')));
      socket.on('close', () => resolve(answer.replaceAll('\0', '').trim()));
      socket.on(ready, () => {
        socket.write('zINSTREAM\0');
        for (let at = 0; at < bytes.length; at += CHUNK) {
          const chunk = bytes.subarray(at, at + CHUNK);
          socket.write(lengthOf(chunk.length));
          socket.write(chunk);
        }
        socket.write(lengthOf(0));
      });
    });
  }
}

/** @returns the connection, and the event after which bytes may be sent: over TLS once the certificate is checked */
function open(clamd: Clamd): { socket: Socket; ready: 'connect' | 'secureConnect' } {
  if ('path' in clamd) return { socket: connect(clamd.path), ready: 'connect' };
  const { host, port, tls } = clamd;
  if (!tls) return { socket: connect({ host, port }), ready: 'connect' };
  return { socket: connectTls({ host, port, servername: host }), ready: 'secureConnect' };
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
