import type { LiveChange } from '@tknest/contracts/api';

/** Callbacks for a follower of the feed. */
export interface FeedListener {
  /** @param missed whether earlier changes may have been missed */
  onOpen(missed: boolean): void;
  onChange(change: LiveChange): void;
  /** The stream is broken; it may reconnect by itself. */
  onLost(): void;
}

type Message =
  | { kind: 'open'; missed: boolean }
  | { kind: 'change'; change: LiveChange }
  | { kind: 'lost' }
  | { kind: 'beat'; isOpen: boolean };

/** How often the tab with the stream signals that it is alive. */
export const BEAT_MS = 500;
/** After this long without a signal the tab counts as frozen, and another one takes over. */
export const SILENCE_MS = 1_600;
/** A refused stream is reopened after one to two times this long. */
const REOPEN_MS = 5_000;

/** One connection of this tab. @returns a function that closes it */
function connect(listener: FeedListener, missedBefore: boolean): () => void {
  let broken = missedBefore;
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource('/api/live');
    source.addEventListener('open', () => {
      listener.onOpen(broken);
      broken = false;
    });
    source.addEventListener('changed', (event) =>
      listener.onChange(JSON.parse((event as MessageEvent<string>).data) as LiveChange),
    );
    source.addEventListener('error', () => {
      broken = true;
      listener.onLost();
      // A refused event source stays closed, so a new one is created.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, REOPEN_MS * (1 + Math.random()));
    });
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}

const canShare = () => typeof BroadcastChannel !== 'undefined' && Boolean(globalThis.navigator?.locks);

/**
 * Follows the feed. All tabs with the same session share one stream: the tab that holds the lock has it and forwards
 * its messages. It loses the lock when it closes, or to another tab when it falls silent. In browsers without locks or
 * channels, each tab has its own stream. @param whose tabs of the same person share a stream @returns a function that
 * stops following
 */
export function followFeed(whose: string, listener: FeedListener): () => void {
  if (!canShare()) return connect(listener, false);
  const shared = new SharedFeed(`live-feed:${whose}`, listener);
  return () => shared.stop();
}

class SharedFeed {
  private readonly channel: BroadcastChannel;
  private readonly watching: ReturnType<typeof setInterval>;
  /** Aborts the queued request for the lock. */
  private queued = new AbortController();
  private heardAt = performance.now();
  /** Another tab had the stream before: changes between its stream and this tab's were missed. */
  private heard = false;
  private stepDown: (() => void) | null = null;
  private stopped = false;

  constructor(
    private readonly name: string,
    private readonly listener: FeedListener,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.hear(data));
    this.watching = setInterval(() => this.watch(), BEAT_MS);
    // A frozen tab received nothing.
    document.addEventListener('resume', this.thawed);
    this.queueUp();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watching);
    document.removeEventListener('resume', this.thawed);
    this.queued.abort();
    this.stepDown?.();
    this.channel.close();
  }

  private readonly thawed = () => {
    if (!this.stepDown) this.listener.onOpen(true);
  };

  private queueUp(): void {
    this.queued = new AbortController();
    this.request({ signal: this.queued.signal });
  }

  private watch(): void {
    if (this.stepDown || performance.now() - this.heardAt < SILENCE_MS) return;
    this.heardAt = performance.now();
    void this.takeOver();
  }

  /** Takes the lock of a frozen tab. On a slow start nobody has it yet: this tab's own request is about to get it. */
  private async takeOver(): Promise<void> {
    const { held = [] } = await navigator.locks.query();
    if (this.stopped || this.stepDown || !held.some(({ name }) => name === this.name)) return;
    // The frozen tab may have sent this one nothing since it opened.
    this.heard = true;
    this.queued.abort();
    this.request({ steal: true });
  }

  private request(options: LockOptions): void {
    let held = false;
    navigator.locks
      .request(this.name, options, () => {
        held = true;
        return this.stopped ? undefined : this.lead();
      })
      .catch(() => {
        // Another tab stole the lock because this one seemed frozen. An aborted request held nothing.
        if (!held || this.stopped) return;
        this.stepDown?.();
        this.heardAt = performance.now();
        this.queueUp();
      });
  }

  /** Keeps the stream until the lock is lost or the tab stops. */
  private lead(): Promise<void> {
    return new Promise((resolve) => {
      let isOpen = false;
      const say = (message: Message) => this.channel.postMessage(message);
      const { listener } = this;
      const close = connect(
        {
          onOpen(missed) {
            isOpen = true;
            listener.onOpen(missed);
            say({ kind: 'open', missed });
          },
          onChange(change) {
            listener.onChange(change);
            say({ kind: 'change', change });
          },
          onLost() {
            isOpen = false;
            listener.onLost();
            say({ kind: 'lost' });
          },
        },
        this.heard,
      );
      const beat = () => say({ kind: 'beat', isOpen });
      beat();
      const beating = setInterval(beat, BEAT_MS);
      this.stepDown = () => {
        this.stepDown = null;
        clearInterval(beating);
        close();
        resolve();
      };
    });
  }

  private hear(message: Message): void {
    [this.heardAt, this.heard] = [performance.now(), true];
    if (this.stepDown) return;
    const { listener } = this;
    if (message.kind === 'change') listener.onChange(message.change);
    else if (message.kind === 'open') listener.onOpen(message.missed);
    else if (message.kind === 'lost') listener.onLost();
    // A tab that opened later does not know the state of the stream.
    else if (message.isOpen) listener.onOpen(false);
    else listener.onLost();
  }
}
