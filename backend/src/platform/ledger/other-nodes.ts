import type { XrplGateway } from './xrpl-gateway.js';

/** Gateways to one node of each operator besides that of the node in use; empty if there is no other operator. */
export type OtherNodes = () => readonly Pick<XrplGateway, 'line' | 'validated'>[];
export const OTHER_NODES = Symbol('OtherNodes');
