import { describe, expect, it } from '@jest/globals';
import { databaseProblem, linkProblem, readClamd } from './encrypted-links.js';

describe('what leaves this machine is encrypted', () => {
  it.each([
    'postgres://u:p@localhost/db',
    'postgres://u:p@127.0.0.1:5432/db',
    'postgres://u:p@[::1]/db',
    'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres://u:p@localhost/db?host=/var/run/postgresql',
    'postgres://u:p@db.example/db?sslmode=verify-full',
    'postgresql://u:p@db.example/db?sslmode=require',
    'postgres://u:p@db.example/db?ssl=true',
    'postgres://u:p@db.example/db?uselibpqcompat=true&sslmode=verify-full',
  ])('a database at %s is taken', (address) => expect(databaseProblem('DATABASE_URL', address)).toBeNull());
  it.each([
    'postgres://u:p@db.example/db',
    'postgres://u:p@database:5432/db?sslmode=disable',
    'postgres://u:p@10.0.0.5/db?sslmode=no-verify',
    'postgres://u:p@db.example/db?sslmode=verify-full&sslmode=disable',
    'postgres://u:p@db.example/db?uselibpqcompat=true&sslmode=require',
    'postgres://u:p@db.example/db?uselibpqcompat=true&sslmode=prefer',
    'postgres://u:p@localhost/db?host=db.example',
    'postgres://u:p@localhost.example/db',
  ])('a database at %s is named', (address) =>
    expect(databaseProblem('DATABASE_URL', address)).toMatch(/^DATABASE_URL leads to another host without TLS/),
  );

  it('a database whose certificate cannot be read is named, without its password', () =>
    expect(databaseProblem('DATABASE_URL', 'postgres://u:secret@db.example/db?sslrootcert=/nowhere')).toBe(
      'DATABASE_URL names a certificate or key that cannot be read',
    ));

  it('services are reached over TLS, but for those of this machine', () => {
    expect(linkProblem('FRED_API_URL', 'http://rates.example/fred')).toBe(
      'FRED_API_URL must begin with https:// where NODE_ENV=production',
    );
    expect(linkProblem('XRPL_URL', 'ws://localhost.example')).toMatch(/begin with wss:/);
    for (const address of ['https://rates.example', 'wss://node.example', 'http://127.0.0.1:8080', 'ws://localhost:1'])
      expect(linkProblem('XRPL_URL', address)).toBeNull();
  });

  const clamd = (address: string) => {
    const problems: string[] = [];
    return readClamd(address, (problem) => problems.push(problem)) ?? problems;
  };
  it('documents go to clamd by a socket, over TLS, or within this machine', () => {
    expect(clamd('clamd+unix:///run/clamd.sock')).toEqual({ path: '/run/clamd.sock' });
    expect(clamd('clamds://scan.example:3310')).toEqual({ host: 'scan.example', port: 3310, tls: true });
    expect(clamd('clamd://127.0.0.1:3310')).toEqual({ host: '127.0.0.1', port: 3310, tls: false });
    expect(clamd('clamd://[::1]:3310')).toEqual({ host: '::1', port: 3310, tls: false });
    for (const address of [
      'clamd://scan.example:3310',
      'clamd://10.0.0.5:3310',
      'clamds://scan.example',
      'tcp://localhost:1',
    ])
      expect(clamd(address)).toEqual([expect.stringContaining('documents are never sent unencrypted')]);
  });
});
