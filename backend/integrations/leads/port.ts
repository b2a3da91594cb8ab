/** The external receiver of leads. */
export interface DeliveredLead {
  /** The same for every delivery of the same lead: by it the receiver recognises a repeat. */
  deliveryId: string;
  tipo: string;
  curso: string;
  nombre: string | null;
  correo: string | null;
  telefono: string | null;
  empresa: string | null;
  mensaje: string | null;
  /** ISO UTC. */
  fecha: string;
}
export interface LeadSink {
  /** Errors: LeadRefused where it would be refused again; any other error means "try again". */
  deliver(lead: DeliveredLead): Promise<void>;
}
export class LeadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LeadRefused';
  }
}
