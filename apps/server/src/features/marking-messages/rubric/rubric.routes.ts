import * as contract from '@hengjuan/contracts'
import type { InputOf } from '@hengjuan/contracts'
import { AppError, fitsPoint, formatMilli, type RubricEntry } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import {
  type BlockRules,
  findRubric,
  selectBlockRules,
  withRetry,
} from '../../marking-core/index.ts'
import { assertLeaderSide, placeIn } from '../message-side.ts'
import { rubricUseOf, rubricUseWorkbook } from './rubric-use.ts'
import { mayChangeRubric, rubricOf } from './rubric-view.ts'
import { saveRubric } from './save-rubric.ts'

/** What the markers of a block go by, in versions. @source features A6 (64) */
export function registerRubric(target: ServeApp): void {
  serve(target, contract.rubricGet, async ({ query, found, services, session }) =>
    rubricOf(services, session, found.block, query),
  )

  serve(target, contract.rubricSet, async (call) => {
    const { body, found, services, session } = call
    const { block } = found
    if (!mayChangeRubric(await placeIn(services.db, session, block)))
      throw new AppError('MARKING_RUBRIC_LEADERS')
    await withRetry(services, async (db) => {
      const entries = entriesOf(await selectBlockRules(db, block.id), body.entries)
      const change = { blockId: block.id, byId: session.userId, note: body.note?.trim() ?? '' }
      const saved = await saveRubric(db, services, change, async (now) => {
        if (now.version !== body.base_version) {
          const held = await findRubric(db, block.id, now.version)
          throw new AppError('MARKING_RUBRIC_CHANGED', {
            name: held?.savedBy ?? '',
            version: now.version,
          })
        }
        return { text: body.text, entries }
      })
      if (saved.isNew)
        await audit(db, call, {
          action: 'marking-rubric',
          object: `block:${block.id}`,
          before: { version: body.base_version },
          after: { version: saved.version, note: change.note },
        })
    })
    return rubricOf(services, session, block)
  })

  serve(target, contract.rubricUse, async ({ query, found, services, session }) => {
    await assertLeaderSide(services.db, session, found.block)
    return rubricUseOf(services, query.block_id)
  })

  serve(target, contract.rubricUseExport, async (call) => {
    const { query, found, services, session } = call
    await assertLeaderSide(services.db, session, found.block)
    const use = await rubricUseOf(services, query.block_id)
    if (use.entries.length === 0)
      throw new AppError('EXPORT_EMPTY', { reason: '评分标准还没有给分依据，请先在评分标准中添加' })
    await recordExport(services.db, call, {
      object: `block:${query.block_id}`,
      report: 'rubric-use',
      rows: use.entries.length,
      filters: {},
    })
    return xlsxReply(
      [found.exam.name, use.block_name, '给分依据'],
      isoNow(services.clock),
      rubricUseWorkbook(found.exam.name, use),
    )
  })
}

type Given = InputOf<typeof contract.rubricSet>['body']['entries']

/** @throws AppError INPUT_INVALID for each entry that its point can not be given */
function entriesOf({ points }: BlockRules, given: Given): RubricEntry[] {
  const refused: { path: string; message: string }[] = []
  const ids = new Set<string>()
  const entries = given.map(({ entry_id = ulid(), point_id, text, milli }, at): RubricEntry => {
    const point = points.find(({ id }) => id === point_id)
    if (!point)
      refused.push({
        path: `entries.${at}.point_id`,
        message: '题块没有这个给分点，请刷新后重新填写这一条',
      })
    else if (!fitsPoint(milli, point))
      refused.push({
        path: `entries.${at}.milli`,
        message: `「${point.name}」满分 ${formatMilli(point.fullMilli)} 分、步长 ${formatMilli(point.stepMilli)} 分，这一条的分值应在范围内并合步长`,
      })
    if (ids.has(entry_id))
      refused.push({ path: `entries.${at}.entry_id`, message: '这一条出现了两次，请刷新后再改' })
    ids.add(entry_id)
    return { id: entry_id, point: point?.key ?? '', text: text.trim(), milli }
  })
  if (refused.length > 0) throw new AppError('INPUT_INVALID').withDetails(refused)
  return entries
}
