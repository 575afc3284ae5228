import type pg from 'pg';
import { ChannelListener } from '../../database/channel-listener.js';
import { LOG_CHANNEL } from './append.sql.js';

/** Hints that there may be something new in the log. */
export class LogListener extends ChannelListener {
  constructor(settings: pg.ClientConfig, onHint: () => void, onTrouble?: (error: Error) => void) {
    super(settings, LOG_CHANNEL, onHint, onTrouble);
  }
}
