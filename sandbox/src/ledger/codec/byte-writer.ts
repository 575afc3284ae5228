/** A growing byte buffer, reused from one serialisation to the next. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(64 * 1024);
  private length = 0;

  private room(n: number): void {
    if (this.length + n <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + n));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  uint16(value: number): void {
    this.room(2);
    this.length = this.buffer.writeUInt16BE(value, this.length);
  }

  uint32(value: number): void {
    this.room(4);
    this.length = this.buffer.writeUInt32BE(value >>> 0, this.length);
  }

  uint64(value: bigint): void {
    this.room(8);
    this.length = this.buffer.writeBigUInt64BE(value, this.length);
  }

  bytes(value: Buffer): void {
    this.room(value.length);
    value.copy(this.buffer, this.length);
    this.length += value.length;
  }

  hex(value: string): void {
    const n = value.length >> 1;
    this.room(n);
    if (this.buffer.write(value, this.length, n, 'hex') !== n)
      throw new Error(`not hexadecimal: ${value.slice(0, 40)}`);
    this.length += n;
  }

  /** The length prefix of a variable-length field: one to three bytes (XRPL serialisation format). */
  lengthPrefix(n: number): void {
    if (n <= 192) return this.byte(n);
    if (n <= 12480) {
      this.byte(193 + ((n - 193) >> 8));
      return this.byte((n - 193) & 0xff);
    }
    const rest = n - 12481;
    this.byte(241 + (rest >> 16));
    this.byte((rest >> 8) & 0xff);
    this.byte(rest & 0xff);
  }

  /** A copy of what was written; the writer is empty again. */
  take(): Buffer {
    const out = Buffer.from(this.buffer.subarray(0, this.length));
    this.length = 0;
    return out;
  }

  reset(): void {
    this.length = 0;
  }
}
