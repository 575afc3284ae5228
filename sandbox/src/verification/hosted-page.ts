/** What a provider's hosted page is about. */
export interface HostedPage {
  provider: string;
  action: string;
  firstName: string;
  lastName: string;
  birthdate: string;
  done?: string;
}

const STYLE = `
  :root{color-scheme:light dark;--page:#f4f7f7;--card:#fff;--line:#c9d4d6;--text:#132124;--dim:#546468;--pri:#005a5e;--on:#fff}
  @media(prefers-color-scheme:dark){:root{--page:#0b1619;--card:#142124;--line:#3a4b4f;--text:#e7ecee;--dim:#abb5b7;--pri:#9dd1d3;--on:#06201f}}
  *{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;padding:20px}
  main{width:min(400px,100%);background:var(--card);border:1px solid var(--line);border-radius:16px;padding:28px}
  h1{font-size:20px;line-height:1.25;margin:0 0 6px}p{color:var(--dim);margin:0 0 20px}label{display:block;font-weight:560;margin:0 0 12px}
  input{display:block;width:100%;height:40px;margin-top:4px;padding:0 12px;font:inherit;color:inherit;background:var(--card);border:1px solid #7f8d91;border-radius:8px}
  button{width:100%;height:44px;margin-top:8px;font:600 15px system-ui;border-radius:8px;border:1px solid var(--line);background:var(--card);color:var(--text);cursor:pointer}
  button:first-of-type{background:var(--pri);border-color:var(--pri);color:var(--on)}:focus-visible{outline:2px solid var(--pri);outline-offset:2px}`;

/**
 * A provider's hosted verification page: the person's data, and, because nothing is checked here, the result to
 * simulate.
 */
export function renderHostedPage(page: HostedPage): string {
  const form = `
    <p>No documents are checked here. Enter your details and choose the result of the check.</p>
    <form method="post" action="${escape(page.action)}">
      <label>First name<input name="firstName" required autocomplete="given-name" value="${escape(page.firstName)}"></label>
      <label>Last name<input name="lastName" required autocomplete="family-name" value="${escape(page.lastName)}"></label>
      <label>Date of birth<input name="birthdate" type="date" value="${escape(page.birthdate)}"></label>
      <button name="decision" value="approved">Everything is in order</button>
      <button name="decision" value="needs_review">A person has to review it</button>
      <button name="decision" value="declined">The documents are rejected</button>
      <button name="decision" value="abandoned" formnovalidate>Leave without finishing</button>
    </form>`;
  const heading = page.done ?? 'Verify your identity';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(page.provider)} sandbox</title><style>${STYLE}</style></head>
<body><main><h1>${escape(heading)}</h1>${page.done ? '<p>You can close this page.</p>' : form}</main></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
