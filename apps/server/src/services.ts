import { mkdir } from 'node:fs/promises'
import { type Database, openDatabase } from '@hengjuan/db'
import type { ReaderThread } from './reader-thread/reader-thread.ts'
import { assertLogKept } from './check-database-file.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { UnitSubscriber } from './features/marking-core/index.ts'
import { unitSubscribers } from './features/subscribers.ts'
import { folderStore, type ImageStore } from './images/image-store.ts'
import { keyIn, type LinkSigner, linkSigner } from './images/link-signer.ts'
import { currentUserId } from './http/caller.ts'
import type { JobRunner } from './jobs/index.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import { steadyClock } from './steady-clock.ts'

/** What features are given: made once at the start, closed at the end. */
export interface Services {
  config: Config
  db: Database
  images: ImageStore
  links: LinkSigner
  secrets: SecretBox
  clock: Clock
  /** Told in its transaction of everything that marking does to papers. */
  unitSubscribers: readonly UnitSubscriber[]
  /** Does what reads much, see `runInWorker`; without it that is done in this thread. */
  readerThread?: ReaderThread
  /** Of a node that runs jobs. */
  jobs?: JobRunner
}

export async function openServices(config: Config, wall: Clock = systemClock): Promise<Services> {
  const clock = steadyClock(wall)
  await mkdir(config.dataDir, { recursive: true })
  await assertLogKept(config.databaseUrl)
  const key = await keyIn(`${config.dataDir}/link-key`)
  return {
    config,
    clock,
    unitSubscribers,
    db: openDatabase(config.databaseUrl),
    images: await folderStore(`${config.dataDir}/objects`),
    links: linkSigner(key, config.imageLinkMinutes, clock, currentUserId),
    secrets: secretBox(key),
  }
}
