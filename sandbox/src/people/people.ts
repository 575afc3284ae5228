import { Wallet } from 'xrpl';
import { DurableMap } from '../shared/durable-map.js';
import { HttpError } from '../shared/http-error.js';
import type { LedgerNode } from './ledger-node.js';
import type { Person } from './person.js';
import { Treasury } from './treasury.js';

/** People who exist in every sandbox. Their keys are created at the first start and differ between data directories. */
const DEMO_PEOPLE: Pick<Person, 'name' | 'role' | 'xrp' | 'rlusd'>[] = [
  { name: 'Ida Example', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Paul Placeholder', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Nina Newcomer', role: 'investor', xrp: 1000, rlusd: '100000' },
  { name: 'Lena Landlord', role: 'landlord', xrp: 1000, rlusd: '20000' },
  { name: 'Otto Owner', role: 'landlord', xrp: 1000, rlusd: '20000' },
  { name: 'Ada Admin', role: 'admin', xrp: 1000 },
  { name: 'Cora Compliance', role: 'compliance', xrp: 1000 },
  { name: 'Alan Auditor', role: 'auditor', xrp: 1000 },
];

const DEFAULT_XRP = 1000;
const ATTEMPTS = 3;
const ISSUER = 'rlusd-issuer';

/**
 * Everybody with a wallet. People are written to disk before anything is sent, so that an interrupted setup continues.
 */
export class People {
  private constructor(
    private readonly persons: DurableMap<Person>,
    readonly treasury: Treasury,
  ) {}

  static async open(node: LedgerNode, file?: string): Promise<People> {
    const persons = await DurableMap.open<Person>(file);
    let issuer = persons.get(ISSUER);
    if (!issuer) {
      issuer = newPerson({ name: 'RLUSD issuer', xrp: 0 });
      await persons.set(ISSUER, issuer);
    }
    return new People(persons, new Treasury(node, issuer.seed));
  }

  /** The issuer and the demo people on the ledger; quick if all exist already. */
  async setUp(): Promise<void> {
    const { ledgerIsNew } = await this.treasury.setUpIssuer();
    const known = new Set(this.everybody().map((person) => person.name));
    const missing = DEMO_PEOPLE.filter((each) => !known.has(each.name)).map((each) => newPerson(each));
    await Promise.all(missing.map((person) => this.persons.set(person.address, person)));
    // People get money once, unless the node was reset to its beginning.
    const waiting = this.everybody().filter((person) => ledgerIsNew || !person.provided);
    await Promise.all(waiting.map((person) => this.provideFor(person)));
  }

  everybody(): Person[] {
    return this.persons.values().filter((person) => person.xrp > 0);
  }

  find(address: string): Person {
    const person = this.persons.get(address);
    if (!person) throw new HttpError(404, `Nobody here has the wallet ${address}.`);
    return person;
  }

  nameOf(address: string | null): string | undefined {
    return address === null ? undefined : this.persons.get(address)?.name;
  }

  async add(wish: { name?: string; seed?: string; xrp?: number; rlusd?: string }): Promise<Person> {
    const name = wish.name ?? `Person ${this.everybody().length + 1}`;
    const wallet = wish.seed ? Wallet.fromSeed(wish.seed) : undefined;
    const person = newPerson({ name, xrp: wish.xrp ?? DEFAULT_XRP, rlusd: wish.rlusd }, wallet);
    if (this.persons.get(person.address)) throw new HttpError(409, `Somebody here has the wallet ${person.address}.`);
    await this.persons.set(person.address, person);
    await this.provideFor(person);
    return person;
  }

  close(): Promise<void> {
    return this.persons.close();
  }

  private async provideFor(person: Person): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.treasury.provideFor(person);
        return await this.persons.set(person.address, { ...person, provided: true });
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }
}

function newPerson(wish: Pick<Person, 'name' | 'role' | 'xrp' | 'rlusd'>, wallet = Wallet.generate()): Person {
  return { ...wish, address: wallet.address, seed: wallet.seed!, createdAt: new Date().toISOString() };
}
