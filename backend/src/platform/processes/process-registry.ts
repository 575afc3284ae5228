import { Injectable } from '@nestjs/common';
import type { ProcessManager } from './process-manager.js';

/** Features register their process managers here when their module starts; the runner starts them at bootstrap. */
@Injectable()
export class ProcessRegistry {
  private readonly known = new Map<string, ProcessManager>();

  register(process: ProcessManager): void {
    if (this.known.has(process.name)) throw new Error(`There is already a process ${process.name} already`);
    this.known.set(process.name, process);
  }

  all(): readonly ProcessManager[] {
    return [...this.known.values()];
  }
}
