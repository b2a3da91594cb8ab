/** A backup that came to its end, as whoever made it noted. */
export interface BackupNote {
  kind: 'backup';
  /** The moment of its copies; ISO UTC. */
  taken: string;
  folder: string;
  /** Number of the log's last event in it; null: the log was empty. */
  head: number | null;
  bytes: number;
  /** null: uploaded files are kept elsewhere. */
  files: number | null;
  milliseconds: number;
}

export const drillCauses = ['no-space', 'damaged', 'restore-failed', 'wrong-key', 'log-differs'] as const;
/** A backup that was restored aside, compared with the school's log, and removed. */
export interface DrillNote {
  kind: 'drill';
  /** When it ended; ISO UTC. */
  at: string;
  folder: string;
  taken: string;
  /** The position up to which it was compared. */
  head: number | null;
  events: number;
  milliseconds: number;
  /** null: it equals the log. */
  cause: (typeof drillCauses)[number] | null;
  detail: string | null;
}

/** What one part of the school takes on the disk. */
export interface PartSize {
  part: 'log' | 'vault' | 'readModels' | 'answers' | 'questions' | 'past' | 'files';
  bytes: number;
  /** Files in it, where it is a folder. */
  count: number | null;
}

/** The progress of a drill: how many events of how many have been compared. */
export interface DrillProgress {
  phase: 'restoring' | 'comparing';
  events: number;
  of: number;
}

/** A test copy in the folder of the school: what it holds, and where. */
export interface TestCopy {
  id: string;
  folder: string;
  /** When it was made, and as of when it shows the school; ISO UTC. */
  made: string;
  asOf: string;
  events: number;
  readOnly: boolean;
  bytes: number;
}

export interface TestCopies {
  /** The newest first. */
  list(): Promise<readonly TestCopy[]>;
  /** Hundredths of the log that are copied; null: none is being made. */
  running(): number | null;
  /** Why the last one came to nothing; null: it did not. */
  failure(): string | null;
  /** `at`: a position or a moment of the log. Returns false while another one is being made; one that is there, or in the making, is left to be. */
  begin(id: string, at: string, readOnly: boolean): boolean;
  /** Ends the copy that is being made, and removes what there is of it. */
  cancel(): Promise<void>;
  /** Removes a copy. False where it runs, or is being made; true also where there is none. */
  remove(id: string): Promise<boolean>;
  stop(): Promise<void>;
}

export interface Backups {
  /** What is kept in files of this machine; empty parts are left out. `free` and `total`: bytes of its disk; null where the system does not say. */
  sizes(): Promise<{ parts: PartSize[]; free: number | null; total: number | null }>;
  /** The newest first; `there`: whether its folder still holds it. */
  backups(): readonly (BackupNote & { there: boolean })[];
  drills(): readonly DrillNote[];
  running(): DrillProgress | null;
  /** Why the last drill that was begun here came to no end, so that nothing is on record of it; null: it did not, or goes on. */
  failure(): string | null;
  /** Begins to restore the newest backup that is there, unless a drill is under way. False: there is none. */
  drill(): boolean;
  stop(): Promise<void>;
}
