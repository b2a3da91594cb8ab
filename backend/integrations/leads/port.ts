/** Where leads are also posted. */
export interface DeliveredLead {
  /** The same whenever the same lead is posted again: by it the receiver recognises a repeat. */
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
  /** Errors: LeadRefused when it will be refused again; any other throw means "try again". */
  deliver(lead: DeliveredLead): Promise<void>;
}
export class LeadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LeadRefused';
  }
}
