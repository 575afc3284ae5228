// Gives the administrators of EventStoreDB a password of this installation and makes the program's own user. Run by the
// service "eventstore-user"; running it again changes nothing.
import fs from 'node:fs';
import https from 'node:https';

const { EVENTSTORE_HOST = 'eventstore:2113', EVENTSTORE_ADMIN_PASSWORD: adminPassword } = process.env;
const { EVENTSTORE_PASSWORD: password, AUTHORITY = '/authority/ca.crt' } = process.env;
/** The password of a new server. */
const FIRST_PASSWORD = 'changeit';
const ANSWER_MS = 10_000;

if (!password || !adminPassword)
  throw new Error('EVENTSTORE_PASSWORD and EVENTSTORE_ADMIN_PASSWORD are not set: sh docker/new-secrets.sh');
const ca = fs.readFileSync(AUTHORITY);

/** @returns the status that the server answers with */
function call(method, place, as, body) {
  const options = {
    method,
    ca,
    auth: `admin:${as}`,
    timeout: ANSWER_MS,
    headers: body && { 'Content-Type': 'application/json' },
  };
  return new Promise((resolve, reject) => {
    const request = https.request(`https://${EVENTSTORE_HOST}${place}`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject).once('timeout', () => request.destroy(new Error('EventStoreDB does not answer')));
    request.end(body && JSON.stringify(body));
  });
}

/** @throws if the server refuses */
async function must(method, place, body, as = adminPassword) {
  const status = await call(method, place, as, body);
  if (status >= 300) throw new Error(`EventStoreDB answers ${method} ${place} with ${status}`);
}

if ((await call('GET', '/users/admin', FIRST_PASSWORD)) < 300) {
  // The administrator's own password comes last, so that this can be repeated until then.
  await must('POST', '/users/ops/command/reset-password', { newPassword: adminPassword }, FIRST_PASSWORD);
  await must('POST', '/users/admin/command/reset-password', { newPassword: adminPassword }, FIRST_PASSWORD);
}
if ((await call('GET', '/users/tknest', adminPassword)) === 404)
  await must('POST', '/users/', { loginName: 'tknest', fullName: 'The platform', groups: [], password });
else await must('POST', '/users/tknest/command/reset-password', { newPassword: password });
