import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { centsText, inCents, type CentsEntry } from './cents.js';
import { asOf, detailOf, fileNameOf, partsOf, whatOf, type FormattedStatement } from './words.js';
import { xmlOf, xmlText } from './xml.js';

/** OFX 2.2 §11.3.1 and §11.4.4: the longest texts that a reader must accept. */
const ACCOUNT_MAX = 22;
const NAME_MAX = 32;
const MEMO_MAX = 255;
const OK = { CODE: 0, SEVERITY: 'INFO' };

/** `20261101120000.000[0:GMT]` (OFX 2.2 §3.2.8.2). */
const instant = (at: string): string => `${at.replace(/\D/g, '').slice(0, 14)}.000[0:GMT]`;

/**
 * OFX 2.2, as desktop accounting programs import it: US dollars and cents, and an entry for the rounding difference.
 */
export function ofx(statement: StatementView): FormattedStatement {
  const { wallet, from } = statement;
  const { entries, closing } = inCents(statement);
  const end = asOf(statement);
  const lines = entries.map(lineOf);
  const document = {
    OFX: {
      SIGNONMSGSRSV1: { SONRS: { STATUS: OK, DTSERVER: instant(end), LANGUAGE: 'ENG' } },
      BANKMSGSRSV1: {
        STMTTRNRS: {
          TRNUID: 0,
          STATUS: OK,
          STMTRS: {
            CURDEF: 'USD',
            BANKACCTFROM: { BANKID: 'RLUSD', ACCTID: wallet.slice(0, ACCOUNT_MAX), ACCTTYPE: 'CHECKING' },
            BANKTRANLIST: { DTSTART: instant(`${from}T00:00:00`), DTEND: instant(end), STMTTRN: lines },
            LEDGERBAL: { BALAMT: centsText(closing), DTASOF: instant(end) },
          },
        },
      },
    },
  };
  const header = '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
  return { body: xmlOf(header, document), type: 'application/x-ofx', name: `${fileNameOf(statement)}.ofx` };
}

function lineOf({ movement, cents, isRounding }: CentsEntry) {
  const same = { DTPOSTED: movement.date.replaceAll('-', ''), TRNAMT: centsText(cents) };
  // The same at each import, so that a program imports each movement only once.
  if (isRounding) return { TRNTYPE: 'OTHER', ...same, FITID: `rounding-${movement.id}`, ...ROUNDING };
  return {
    TRNTYPE: typeOf(movement, cents),
    ...same,
    FITID: movement.id,
    NAME: xmlText(whatOf(movement), NAME_MAX),
    MEMO: xmlText(memoOf(movement), MEMO_MAX),
  };
}
const ROUNDING = { NAME: 'Rounding to cents', MEMO: 'Rounding from six decimals to cents.' };

function typeOf({ type }: StatementMovement, cents: bigint): string {
  if (type === 'fee') return 'FEE';
  return cents < 0n ? 'DEBIT' : 'CREDIT';
}

const memoOf = (movement: StatementMovement): string =>
  [detailOf(movement), partsOf(movement), `${movement.amount} RLUSD, XRPL ${movement.txHash}`]
    .filter(Boolean)
    .join('; ');
