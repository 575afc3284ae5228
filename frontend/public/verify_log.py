#!/usr/bin/env python3
"""Verifies an exported log, or a receipt, of a tknest platform against the XRP Ledger.

A second implementation of the rules in docs/log-format.md, with Python's standard library only (3.9 or newer). It
has the same arguments and exit codes as verify-log.mjs.

  python3 verify_log.py log.jsonl --issuer r... --ledger https://... [--checkpoint FILE --key KEY] [--manifest FILE]
                                  [--accept TXHASH]... [--max-age MINUTES]
  python3 verify_log.py receipt.json --issuer r... --ledger https://...

Exit codes: 0 everything is correct; 1 something does not fit; 2 it could not be checked; 3 the log is not anchored yet;
4 an anchor is not proved, or the newest one is too old.
"""
import argparse
import base64
import hashlib
import json
import os
import re
import struct
import sys
import time
import urllib.request
import uuid
from datetime import datetime
from decimal import Decimal

HOLDS, FALSE, UNCHECKED, NOT_ANCHORED, NOT_PROVED = range(5)


class Verdict(Exception):
    """Ends the check with this exit code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def must(holds, message):
    if not holds:
        raise Verdict(FALSE, message)


# -- Hashes -----------------------------------------------------------------------------------------------------------
def sha256(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def text(value):
    encoded = value.encode()
    return struct.pack('>i', len(encoded)) + encoded


def seal_of(previous, e):
    """The seal of an event, given the seal of the event before it."""
    return sha256(previous, struct.pack('>q', int(e['position'])), text(e['stream']), struct.pack('>i', e['revision']),
                  uuid.UUID(e['id']).bytes, text(e['type']), struct.pack('>i', e['version']), text(e['at']),
                  text(e['data']), text(e['metadata']))


def leaf_of(seal):
    return sha256(b'\x00', seal)


def node_of(left, right):
    return sha256(b'\x01', left, right)


class Tree:
    """The Merkle tree of RFC 6962; only the roots of its complete subtrees are stored."""

    def __init__(self):
        self.size, self.parts = 0, []

    def add(self, leaf):
        self.size += 1
        n = self.size
        while n % 2 == 0:
            leaf, n = node_of(self.parts.pop(), leaf), n // 2
        self.parts.append(leaf)

    def root(self):
        if not self.parts:
            return sha256()
        root = self.parts[-1]
        for left in reversed(self.parts[:-1]):
            root = node_of(left, root)
        return root


def root_from_proof(leaf, index, size, proof):
    """The root computed from a leaf and its proof (RFC 9162, 2.1.3.2); None if the proof has the wrong length."""
    at, last, root = index, size - 1, leaf
    if not 0 <= index < size:
        return None
    for beside in proof:
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            root = node_of(beside, root)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            root = node_of(root, beside)
        at, last = at // 2, last // 2
    return root if last == 0 else None


# -- Ed25519 as specified in RFC 8032 (5.1.7), in extended coordinates (5.1.4) ----------------------------------------
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def point_add(a, b):
    A, B = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    C, E = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    F, G, H, I = B - A, E - C, E + C, B + A
    return (F * G % P, H * I % P, G * H % P, F * I % P)


def point_mul(s, point):
    result = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            result = point_add(result, point)
        point, s = point_add(point, point), s >> 1
    return result


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - x2) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decompress(encoded):
    y = int.from_bytes(encoded, 'little')
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(public, message, signature):
    """Whether this key made the Ed25519 signature over the message."""
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), 'little') % L
    left, right = point_mul(s, BASE), point_add(r, point_mul(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


class Key:
    """A verifier key: name+hash+base64(1 || key)."""

    def __init__(self, vkey):
        self.name, self.hash, encoded = vkey.strip().split('+', 2)
        raw = base64.b64decode(encoded)
        must(len(raw) == 33 and raw[0] == 1, 'The key is not an Ed25519 key of signed notes')
        must(sha256(self.name.encode() + b'\n', raw)[:4].hex() == self.hash, 'The key does not match its name')
        self.public = raw[1:]
        self.digest = sha256(self.public).hex()


def open_checkpoint(note, key):
    """The contents of a checkpoint, after its signature was checked."""
    signed, _, signatures = note.partition('\n\n')
    signed += '\n'
    for line in signatures.split('\n'):
        if not line.startswith(f'— {key.name} '):
            continue
        raw = base64.b64decode(line.split(' ')[2])
        if raw[:4].hex() == key.hash and is_signed(key.public, signed.encode(), raw[4:]):
            origin, size, root = signed.split('\n')[:3]
            return {'origin': origin, 'size': int(size), 'root': base64.b64decode(root).hex()}
    raise Verdict(FALSE, 'The checkpoint is not signed by this key')


def must_be_signed(whole, what):
    signature = whole.get('signature')
    must(signature, f'{what} is not signed')
    rest = {name: value for name, value in whole.items() if name != 'signature'}
    # RFC 8785 for the values in these files: no fractions, and names in ASCII.
    canonical = json.dumps(rest, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()
    key = Key(signature['key'])
    must(is_signed(key.public, canonical, base64.b64decode(signature['value'])), f'{what} was changed after it was signed')
    return key


# -- The ledger -------------------------------------------------------------------------------------------------------
def ask(node, method, **params):
    body = json.dumps({'method': method, 'params': [{'api_version': 2, **params}]}).encode()
    request = urllib.request.Request(node, body, {'Content-Type': 'application/json'})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            result = json.load(answer)['result']
    except Exception as error:  # whatever is in the way, it was not looked at
        raise Verdict(UNCHECKED, f'The node did not answer {method}: {error}') from error
    if 'error' in result and result['error'] != 'txnNotFound':
        raise Verdict(UNCHECKED, f"The node did not answer {method}: {result.get('error_message', result['error'])}")
    return result


def read_transaction(entry):
    """A transaction of a validated ledger, from either version of the API; None if it is not validated."""
    tx = entry.get('tx_json') or entry.get('tx') or entry
    if not entry.get('validated') or not entry.get('meta'):
        return None
    iso = entry.get('close_time_iso')
    closed = (datetime.fromisoformat(iso.replace('Z', '+00:00')).timestamp() if iso else tx.get('date', 0) + 946684800)
    return {'tx': tx, 'meta': entry['meta'], 'hash': entry.get('hash') or tx.get('hash'), 'closed': closed,
            'ledger': entry.get('ledger_index') or tx.get('ledger_index')}


def hexed(value):
    return value.encode().hex().upper()


def is_hash(value):
    return isinstance(value, str) and re.fullmatch('[0-9a-f]{64}', value) is not None


def is_size(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def read_anchor(found, issuer):
    """The contents of an anchor; None if the transaction is not an anchor of this issuer."""
    tx = found['tx']
    if (tx.get('Account') != issuer or tx.get('TransactionType') != 'AccountSet'
            or found['meta'].get('TransactionResult') != 'tesSUCCESS'):
        return None
    place = {name: found[name] for name in ('hash', 'ledger', 'closed')}
    for memo in tx.get('Memos', []):
        memo = memo.get('Memo', {})
        try:
            said = json.loads(bytes.fromhex(memo.get('MemoData', '')).decode())
        except ValueError:
            continue
        if not isinstance(said, dict):
            continue
        if (memo.get('MemoType') == hexed('tknest/anchor/1') and is_size(said.get('size'))
                and all(is_hash(said.get(name)) for name in ('root', 'head', 'key'))):
            return {**{name: said[name] for name in ('size', 'head', 'root', 'key')}, **place}
    return None


def anchors_of(issuer, node):
    """Every anchor of the issuer that the node shows, and the oldest and newest ledger that it has."""
    anchors, marker, oldest, newest = [], {}, 0, float('inf')
    while marker is not None:
        page = ask(node, 'account_tx', account=issuer, ledger_index_min=-1, ledger_index_max=-1, forward=True,
                   limit=200, **({'marker': marker} if marker else {}))
        for entry in page.get('transactions', []):
            found = read_transaction(entry)
            anchor = found and read_anchor(found, issuer)
            if anchor:
                anchors.append(anchor)
        oldest = max(oldest, page.get('ledger_index_min', 0))
        newest = min(newest, page.get('ledger_index_max', newest))
        marker = page.get('marker')
    return anchors, oldest, newest


def transaction_of(tx_hash, node):
    found = ask(node, 'tx', transaction=tx_hash)
    return None if 'error' in found else read_transaction(found)


# -- A log ------------------------------------------------------------------------------------------------------------
TEXTS = ('position', 'stream', 'id', 'type', 'at', 'data', 'metadata', 'hash')
INTEGERS = ('revision', 'version')
UUID = re.compile('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')


def is_event(event):
    """Whether the line has exactly the fields that the seal covers, each in its only valid form."""
    return (event.keys() == {*TEXTS, *INTEGERS} and all(isinstance(event[name], str) for name in TEXTS)
            and all(type(event[name]) is int for name in INTEGERS) and UUID.fullmatch(event['id']) is not None)


class Log:
    """Reads the file once: recomputes the chain, and the root at each requested size."""

    def __init__(self, file, sizes):
        self.sizes = sizes
        self.heads, self.roots, self.named = {}, {}, {}
        self.issuer, self.last_other = None, 0
        tree, previous, digest = Tree(), bytes(32), hashlib.sha256()
        with open(file, 'rb') as lines:
            for line in lines:
                if line.strip():
                    digest.update(line.rstrip(b'\r\n') + b'\n')
                    previous = self.read(line, tree, previous)
        self.size, self.root, self.head, self.sha256 = tree.size, tree.root().hex(), previous.hex(), digest.hexdigest()

    def read(self, line, tree, previous):
        try:
            event = json.loads(line)
        except ValueError:
            raise Verdict(FALSE, f'Line {tree.size + 1} is not JSON') from None
        must(isinstance(event, dict), f'Line {tree.size + 1} is not an event')
        if event.get('part'):
            raise Verdict(UNCHECKED, 'This file contains only a part of the log, so it cannot be verified')
        expected = str(tree.size + 1).zfill(20)
        must(event.get('position') == expected,
             f"Position {expected} is missing: the next line is {event.get('position')}")
        must(is_event(event), f'Position {expected} does not follow the format')
        seal = seal_of(previous, event)
        must(seal.hex() == event['hash'], f'Position {expected} does not fit its seal: it was changed')
        tree.add(leaf_of(seal))
        if tree.size in self.sizes:
            self.heads[tree.size], self.roots[tree.size] = event['hash'], tree.root().hex()
        self.note(event)
        return seal

    def note(self, event):
        """What the checks need from an event: the log's issuer, and the anchors that it names."""
        if not re.match('anchor-|account-issuer$', event['stream']):
            self.last_other = int(event['position'])
        if event['type'] == 'PlatformAccountMade':
            data = json.loads(event['data'])
            if data['name'] == 'issuer':
                self.issuer = data['address']
        if event['type'] == 'AnchorConcluded':
            data = json.loads(event['data'])
            if data['result'] == 'tesSUCCESS' and data['ledgerIndex'] is not None:
                self.named[data['hash']] = data['ledgerIndex']


def verify_log(file, options):
    issuer = options.issuer
    anchors, oldest, latest = anchors_of(issuer, options.ledger)
    key = options.key and Key(read_text(options.key) if os.path.exists(options.key) else options.key)
    if options.checkpoint and not key:
        raise Verdict(UNCHECKED, '--checkpoint needs --key')
    signed = open_checkpoint(read_text(options.checkpoint), key) if options.checkpoint else None
    log = Log(file, {anchor['size'] for anchor in anchors} | ({signed['size']} if signed else set()))
    print(f'log: {log.size} events, head {log.head}, root {log.root}')
    must(log.issuer in (None, issuer), f'The log belongs to the issuer {log.issuer}, not to {issuer}')

    for anchor in anchors:
        at, size = f"The anchor {anchor['hash']} in ledger {anchor['ledger']}", anchor['size']
        must(size <= log.size, f'{at} covers {size} events, the log has {log.size}: its end was cut off')
        must(log.heads[size] == anchor['head'], f'{at} names a different event at position {size}')
        must(anchor['root'] == log.roots[size], f'{at} names a different root')
    if signed:
        must(signed['origin'] == f'tknest/{issuer}', f"The checkpoint belongs to {signed['origin']}")
        must(signed['size'] <= log.size, f"The checkpoint covers {signed['size']} events, the log has {log.size}")
        must(signed['size'] == 0 or log.roots[signed['size']] == signed['root'], 'The checkpoint belongs to another log')
        must_be_anchored(key, anchors, 'checkpoint')
        print(f"checkpoint of {signed['size']} events: fits")
    if options.manifest:
        check_manifest(json.loads(read_text(options.manifest)), log, anchors, issuer)

    on_ledger = {anchor['hash'] for anchor in anchors}
    absent = {tx_hash: at for tx_hash, at in log.named.items() if tx_hash not in on_ledger}
    for tx_hash, at in absent.items():
        must(at < oldest or at > latest, f'The log names the anchor {tx_hash} in ledger {at}, but that ledger does not have it')
    unproved = [tx_hash for tx_hash in absent if tx_hash not in options.accept]
    print(f'anchors of {issuer}: {len(anchors)} on the ledger, and the log fits all of them')
    for tx_hash in unproved:
        print(f'not proved: anchor {tx_hash}, ledger {absent[tx_hash]}: the node has only the ledgers {oldest} to {latest}')
    if not anchors and not absent:
        raise Verdict(NOT_ANCHORED, 'The log is consistent, but no anchor confirms it yet')
    newest = anchors[-1] if anchors else None
    print(f"{log.size - (newest['size'] if newest else 0)} events are newer than the newest anchor")
    if unproved:
        raise Verdict(NOT_PROVED, 'Use a node with full history, or accept each anchor with --accept HASH')
    if newest and log.last_other > newest['size']:
        age = round((time.time() - newest['closed']) / 60)
        if age > options.max_age:
            raise Verdict(NOT_PROVED, f'The newest anchor is {age} minutes old, and the log has grown since')


def must_be_anchored(key, anchors, what):
    keys = [anchor['key'] for anchor in anchors if anchor['key']]
    must(not keys or key.digest in keys, f'The key of the {what} is in no anchor')


def check_manifest(manifest, log, anchors, issuer):
    key = must_be_signed(manifest, 'The manifest')
    must(key.name == f'tknest/{issuer}', f'The manifest is signed for {key.name}')
    must_be_anchored(key, anchors, 'manifest')
    must(manifest['events'] == log.size, f"The manifest lists {manifest['events']} events, the log has {log.size}")
    must(manifest['headHash'] == log.head, 'The manifest names a different last event')
    must(manifest['root'] in (None, log.root), 'The manifest names a different root')
    must(manifest['log']['sha256'] == log.sha256, 'The file is not the one that the manifest describes')
    print('manifest: signed, fits')


# -- A receipt --------------------------------------------------------------------------------------------------------
def verify_receipt(receipt, options):
    issuer = options.issuer
    key = must_be_signed(receipt, 'The receipt')
    must(receipt['issuer'] == issuer, f"The receipt belongs to the issuer {receipt['issuer']}, not to {issuer}")
    must(key.name == f'tknest/{issuer}', f'The receipt is signed for {key.name}')
    if not receipt['anchor'] or not receipt['checkpoint']:
        raise Verdict(NOT_ANCHORED, 'The receipt is signed, but its events are not anchored on the ledger yet')
    checkpoint = open_checkpoint(receipt['checkpoint'], key)
    for event in receipt['events']:
        check_event(event, checkpoint)
    print(f"{len(receipt['events'])} events of payment {receipt['payment']['id']}: "
          f"each is in the log of {checkpoint['size']} events")
    carrier = transaction_of(receipt['anchor']['txHash'], options.ledger)
    anchor = carrier and read_anchor(carrier, issuer)
    if not anchor:
        raise Verdict(NOT_PROVED, f"The node does not have the anchor {receipt['anchor']['txHash']}")
    must((anchor['size'], anchor['root']) == (checkpoint['size'], checkpoint['root']),
         'The anchor on the ledger belongs to another log')
    must(anchor['key'] == key.digest, 'The anchor on the ledger names a different key')
    print(f"anchor: ledger {anchor['ledger']}")
    must(receipt['payment']['legs'], 'The receipt names no transaction')
    for leg in receipt['payment']['legs']:
        check_leg(leg, receipt['events'], issuer, options.ledger)


def check_event(event, checkpoint):
    at = f"Position {event['position']}"
    if 'data' in event:
        must(seal_of(bytes.fromhex(event['previous']), event).hex() == event['hash'], f'{at} does not fit its seal')
    leaf = leaf_of(bytes.fromhex(event['hash']))
    proof = [bytes.fromhex(one) for one in event['proof']]
    root = root_from_proof(leaf, int(event['position']) - 1, checkpoint['size'], proof)
    must(root is not None and root.hex() == checkpoint['root'], f'{at} is not in the log')


def code_of(currency):
    """A currency code as on the ledger: three characters, or its bytes as 40 hexadecimal digits."""
    return currency if len(currency) == 3 else hexed(currency).ljust(40, '0')


def check_leg(leg, events, issuer, node):
    tx_hash = leg['hash']
    found = transaction_of(tx_hash, node)
    if not found:
        raise Verdict(NOT_PROVED, f"The node does not have the transaction {tx_hash} ({leg['kind']})")
    tx, meta = found['tx'], found['meta']
    must(meta.get('TransactionResult') == 'tesSUCCESS' and found['ledger'] == leg['ledger'],
         f'The ledger has a different result for {tx_hash}')
    must((tx.get('Account'), tx.get('Destination')) == (leg['from'], leg['to']),
         f'The transaction {tx_hash} is between other parties')
    delivered = meta.get('delivered_amount') or meta.get('DeliveredAmount')
    must(isinstance(delivered, dict) and Decimal(delivered['value']) == Decimal(leg['amount']),
         f'{tx_hash} delivered a different amount')
    # Anybody may issue a currency of any name: TKNEST must be the issuer's, and the issuer of the RLUSD is printed.
    currency, by = leg['currency'], delivered['issuer']
    must(delivered['currency'] == code_of(currency) and (currency != 'TKNEST' or by == issuer),
         f'{tx_hash} delivered a currency other than {currency}')
    must(any(tx_hash in event.get('data', '') for event in events), f'No event of the receipt names {tx_hash}')
    print(f"{leg['kind']}: {leg['amount']} {currency} of {by} from {leg['from']} to {leg['to']}, ledger {leg['ledger']}")


# -- The command ------------------------------------------------------------------------------------------------------
def read_text(file):
    with open(file, encoding='utf-8') as opened:
        return opened.read()


def main():
    parser = argparse.ArgumentParser(description='Verifies an exported log, or a receipt, against the XRP Ledger.')
    parser.add_argument('file')
    parser.add_argument('--issuer', required=True)
    parser.add_argument('--ledger', required=True)
    parser.add_argument('--checkpoint')
    parser.add_argument('--key')
    parser.add_argument('--manifest')
    parser.add_argument('--accept', action='append', default=[])
    parser.add_argument('--max-age', type=float, default=180)
    options = parser.parse_args()
    try:
        if not os.path.exists(options.file) or os.path.getsize(options.file) == 0:
            raise Verdict(UNCHECKED, f'{options.file} is empty, or cannot be read')
        if options.file.endswith('.json'):
            verify_receipt(json.loads(read_text(options.file)), options)
        else:
            verify_log(options.file, options)
        print('Everything is correct.')
        return HOLDS
    except Verdict as verdict:
        print(verdict)
        return verdict.code
    except Exception as error:  # a file that is not what it claims to be proves nothing
        print(f'It could not be checked: {error!r}')
        return UNCHECKED


if __name__ == '__main__':
    sys.exit(main())
