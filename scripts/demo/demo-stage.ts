import type { Account } from './account.ts'
import type { DemoStudent } from './people.ts'
import type { Program } from './platform.ts'
import type { DemoExam } from './school.ts'

export interface Progress {
  /** A phase begins; returns what ends it. */
  phase(title: string): (detail?: string) => void
  detail(text: string): void
}

/** What can happen to the programs on the way. */
export interface Faults {
  /** Called after every sheet and every mark; may kill and restart. */
  afterStep(): Promise<void> | void
}

/** Where the demonstration plays. */
export interface Stage {
  server: Program
  station: Program
  seed: string
  progress: Progress
  faults: Faults
  /** Answers carry a stamp that simulated markers read; without it they mark by the secret code. */
  stamped: boolean
}

/** A prepared school with its people signed in. */
export interface School {
  admin: Account
  director: Account
  markers: Account[]
  leaders: Account[]
  exams: DemoExam[]
  students: DemoStudent[]
  classIds: Map<string, number>
}

export const serverOf = (stage: Stage) => () => `http://127.0.0.1:${stage.server.ready.listening}`
