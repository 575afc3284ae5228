import type { StatementView } from '@tknest/contracts/api';
import { createHash } from 'node:crypto';
import { centsText, inCents, type CentsEntry } from './cents.js';
import { asOf, detailOf, fileNameOf, lastDay, partsOf, whatOf, type FormattedStatement } from './words.js';
import { xmlOf, xmlText } from './xml.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
/** ISO 20022 Max35Text, Max140Text and Max500Text. */
const [ID_MAX, USTRD_MAX, INFO_MAX] = [35, 140, 500];
const ISSUER = 'Tknest';

const money = (cents: bigint) => ({
  Amt: { '@_Ccy': 'USD', '#text': centsText(cents < 0n ? -cents : cents) },
  CdtDbtInd: cents < 0n ? 'DBIT' : 'CRDT',
});
const balance = (code: string, cents: bigint, day: string) => ({
  Tp: { CdOrPrtry: { Cd: code } },
  ...money(cents),
  Dt: { Dt: day },
});

/**
 * ISO 20022 camt.053.001.08 (BankToCustomerStatementV08), as treasury and accounting programs import it. Its currencies
 * must be in ISO 4217, so RLUSD, worth a dollar each, is stated as USD with cents, and the account's name contains the
 * token; rounding differences are separate entries.
 */
export function camt053(statement: StatementView): FormattedStatement {
  const { period, wallet, from, to, running, log } = statement;
  const { opening, closing, entries } = inCents(statement);
  const end = asOf(statement);
  const booked = entries.map(entryOf);
  const net = closing - opening;
  const id = `${period}-${Number(log.position)}-${wallet}`.slice(0, ID_MAX);
  const document = {
    Document: {
      '@_xmlns': NAMESPACE,
      BkToCstmrStmt: {
        GrpHdr: { MsgId: id, CreDtTm: end },
        Stmt: {
          Id: id,
          CreDtTm: end,
          FrToDt: { FrDtTm: `${from}T00:00:00Z`, ToDtTm: `${to}T23:59:59Z` },
          Acct: {
            Id: { Othr: { Id: wallet, SchmeNm: { Prtry: 'XRPL' }, Issr: ISSUER } },
            Ccy: 'USD',
            Nm: 'RLUSD on the XRP Ledger, platform movements',
          },
          // ITBD: the balance so far, if the period has not ended.
          Bal: [balance('OPBD', opening, from), balance(running ? 'ITBD' : 'CLBD', closing, lastDay(statement))],
          TxsSummry: {
            TtlNtries: {
              NbOfNtries: booked.length,
              TtlNetNtry: { Amt: centsText(net < 0n ? -net : net), CdtDbtInd: net < 0n ? 'DBIT' : 'CRDT' },
            },
          },
          ...(booked.length > 0 && { Ntry: booked }),
        },
      },
    },
  };
  return {
    body: xmlOf('', document),
    type: 'application/xml; charset=utf-8',
    name: `${fileNameOf(statement)}.camt053.xml`,
  };
}

/** The same for a movement in every file, so that overlapping files are recognized. An id can be too long for it. */
const referenceOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, ID_MAX);

function entryOf({ movement, cents, isRounding }: CentsEntry): object {
  const { id, date, at, type, amount, txHash, ledgerIndex } = movement;
  const same = { ...money(cents), Sts: { Cd: 'BOOK' }, BookgDt: { Dt: date }, ValDt: { DtTm: at } };
  if (isRounding)
    return {
      ...same,
      AcctSvcrRef: referenceOf(`rounding-${id}`),
      BkTxCd: { Prtry: { Cd: 'rounding', Issr: ISSUER } },
      AddtlNtryInf: 'Rounding from six decimals to cents.',
    };
  const info = [whatOf(movement), detailOf(movement), partsOf(movement), `${amount} RLUSD`].filter(Boolean).join('; ');
  return {
    ...same,
    AcctSvcrRef: referenceOf(id),
    BkTxCd: { Prtry: { Cd: type, Issr: ISSUER } },
    // A hash is longer than a reference may be.
    NtryDtls: {
      TxDtls: { RmtInf: { Ustrd: xmlText(`XRPL ${txHash}, ledger ${ledgerIndex}`, USTRD_MAX) } },
    },
    AddtlNtryInf: xmlText(info, INFO_MAX),
  };
}
