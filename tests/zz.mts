import { EventStoreDBClient } from '@eventstore/db-client'; import { randomUUID } from 'node:crypto';
import { openEventStoreDb } from '/work/main/events/store/eventstoredb.ts';
let client:any; const orig=EventStoreDBClient.connectionString; (EventStoreDBClient as any).connectionString=(u:any)=>{client=(orig as any).call(EventStoreDBClient,u);return client};
const s=openEventStoreDb({url:'esdb://127.0.0.1:2114?tls=false'}); await new Promise(r=>setTimeout(r,50));
for (const n of [100,300,500,512,520,525,530,535,540,560]) { const st='z-'+randomUUID(); await s.append(st,'none',Array.from({length:n},()=>({id:randomUUID(),type:'T',data:{},metadata:{}})));
 const b=client.disposableStreams.size; for(let i=0;i<5;i++) { for await (const e of s.readStream(st)) { await new Promise(r=>setTimeout(r,50)); break } } await new Promise(r=>setTimeout(r,200)); console.log(n,client.disposableStreams.size-b); }
const t=performance.now(); await s.close(); console.log('closed in',(performance.now()-t)|0); 
