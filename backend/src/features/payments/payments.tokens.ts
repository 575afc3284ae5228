/** Token of the payment core's ports in Nest's container. */
export const PAYMENT_PORTS = Symbol('PaymentPorts');
