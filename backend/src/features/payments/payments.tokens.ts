/** Token of the payment core's ports in Nest's container. */
export const PAYMENT_PORTS = Symbol('PaymentPorts');
/** Seals what payers sign. */
export const PAYMENT_SEAL = Symbol('PaymentSeal');
