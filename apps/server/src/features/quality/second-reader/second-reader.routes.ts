import * as contract from '@hengjuan/contracts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { agreementPanel } from './agreement-panel.ts'
import { blocksForReader, papersForReader } from './reader-papers.ts'
import { callingReader } from './reader-token.ts'
import { changeToken, readersView, registerReader, switchReader } from './readers.ts'
import { referenceOf } from './reference.ts'
import { scoreTemplate, sentScores } from './score-files.ts'
import { importScores } from './score-table.ts'
import { takeScores } from './take-scores.ts'

/** Programs that read beside the markers: logged, labelled, and never counted. @source domain rules 7.6 */
export function registerSecondReader(target: ServeApp): void {
  registerOwnCalls(target)
  registerReading(target)

  serve(target, contract.secondReaders, async ({ found, services, session }) =>
    readersView(services, found.exam, session),
  )

  serve(target, contract.secondReaderRegister, async (call) => {
    const { body, found, services, session } = call
    const { readerId, token } = await registerReader(services, found.exam, body, session.userId)
    const { name, version, maker, purpose } = body
    await audit(services.db, call, {
      action: 'second-reader-register',
      object: `second-reader:${readerId}`,
      after: { name, version, maker, purpose },
    })
    return { reader_id: readerId, token }
  })

  serve(target, contract.secondReaderToken, async (call) => {
    const { body, found, services, session } = call
    const { reader_id: readerId, action } = body
    const token = await changeToken(services, found.exam, { readerId, action }, session.userId)
    await audit(services.db, call, {
      action: `second-reader-${action}`,
      object: `second-reader:${readerId}`,
    })
    return { token }
  })

  serve(target, contract.secondReaderSwitch, async (call) => {
    const { body, found, services, session } = call
    const wanted = { blockIds: body.block_ids, readerId: body.reader_id }
    const changed = await switchReader(services, found.exam, wanted, session)
    await audit(services.db, call, {
      action: 'second-reader-switch',
      object: `exam:${found.exam.id}`,
      after: { ...wanted, changed },
    })
    return { changed }
  })
}

/** What leaders and markers see of it. */
function registerReading(target: ServeApp): void {
  serve(target, contract.secondReaderPanel, async ({ query, services }) =>
    agreementPanel(services, query.block_id, query.reader_id),
  )

  serve(target, contract.secondReaderReference, async ({ query, services, session }) =>
    referenceOf(services, {
      blockId: query.block_id,
      readingId: query.reading_id,
      markerId: session.userId,
    }),
  )

  serve(target, contract.secondReaderTemplate, async ({ query, found, services }) =>
    scoreTemplate(services, { blockId: query.block_id, examName: found.exam.name }),
  )

  serve(target, contract.secondReaderExport, async (call) => {
    const { query, found, services } = call
    const { file, rows } = await sentScores(services, {
      blockId: query.block_id,
      examName: found.exam.name,
    })
    await recordExport(services.db, call, {
      object: `block:${query.block_id}`,
      report: 'second-reader',
      rows,
      filters: {},
    })
    return file
  })

  serve(target, contract.secondReaderImport, async (call) => {
    const { query, file, services, session } = call
    const isPreview = query.preview === 1
    const report = await importScores(services, query.block_id, file, {
      byId: session.userId,
      isPreview,
    })
    if (!isPreview)
      await audit(services.db, call, {
        action: 'second-reader-import',
        object: `block:${query.block_id}`,
        after: { add: report.add, change: report.change, same: report.same },
      })
    return report
  })
}

/** What the reader itself calls, by its token. */
function registerOwnCalls(target: ServeApp): void {
  serve(target, contract.readerBlocks, async ({ services, request }) =>
    blocksForReader(services, await callingReader(services, request)),
  )

  serve(target, contract.readerPapers, async ({ query, services, request }) =>
    papersForReader(services, await callingReader(services, request), query),
  )

  serve(target, contract.readerScores, async ({ body, services, request }) =>
    takeScores(services, await callingReader(services, request), body),
  )
}
