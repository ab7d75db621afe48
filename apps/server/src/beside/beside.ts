import { Helper } from './helper.ts'
import type { Services } from '../services.ts'

/** What work beside is given: it reads, and changes nothing. */
export type Reading = Pick<Services, 'db' | 'clock'>

/** Work that reads much: in the helper's thread where the server has one, in the caller's elsewhere. */
export interface BesideWork<Args extends unknown[], Result> {
  (services: Services, ...args: Args): Promise<Result>
  here: (services: Reading, ...args: Args) => Promise<Result>
}

/** What a function takes beside its first argument. */
export type DropFirst<Args extends unknown[]> = Args extends [unknown, ...infer Rest] ? Rest : never

/**
 * Lets work that reads thousands of rows be done in a thread of its own, so that it holds up nobody who marks: on
 * SQLite a statement keeps the process until it has its answer, and on either database the figures of tens of
 * thousands of readings do.
 *
 * What goes in and comes out is copied between threads: plain values, maps and sets. The work throws no AppError.
 *
 * @param url `import.meta.url` of the module that exports the work
 * @param name under which it exports it
 */
export const beside = <Args extends unknown[], Result>(
  url: string,
  name: string,
  here: BesideWork<Args, Result>['here'],
): BesideWork<Args, Result> =>
  Object.assign(
    (services: Services, ...args: Args): Promise<Result> =>
      services.helper
        ? (services.helper.ask({
            url,
            name,
            nowMs: services.clock.now().getTime(),
            args,
          }) as Promise<Result>)
        : here(services, ...args),
    { here },
  )

/** The thread of a server; it begins with the first work. */
export const openHelper = ({ config }: Pick<Services, 'config'>): Helper =>
  new Helper(config.databaseUrl)
