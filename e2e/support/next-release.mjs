// A later release for the tests of upgrades: the same program with two more migrations, which only add.
// Loaded with `--import` before backend/dist/main.js, whose list of migrations it adds to.
import { createIndexConcurrently } from '../../backend/dist/migrations/concurrent-index.js';
import { migrations } from '../../backend/dist/migrations/index.js';

class NextRelease9999999999998 {
  name = 'NextRelease9999999999998';

  async up(runner) {
    await runner.query("alter table read_models.properties add column next text not null default 'new'");
    await runner.query('create table platform.next_release (id text primary key)');
  }

  async down() {}
}

class NextRelease9999999999999 {
  name = 'NextRelease9999999999999';
  transaction = false;

  async up(runner) {
    await createIndexConcurrently(
      runner,
      'read_models.next_release',
      'read_models.transactions (user_wallet, tx_hash)',
    );
  }

  async down() {}
}

migrations.push(NextRelease9999999999998, NextRelease9999999999999);
