export const PAYOUT_PORTS = Symbol('PayoutPorts');
