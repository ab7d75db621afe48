import * as contract from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { wordsOfPaper } from './paper-words.ts'

/** Counted words of compositions. @source ui D2 (word-count grid overlay) */
export function registerWords(target: ServeApp): void {
  serve(target, contract.paperWords, async ({ query, services, session }) =>
    wordsOfPaper(services, {
      blockId: query.block_id,
      readingId: query.reading_id,
      markerId: session.userId,
    }),
  )
}
