import {
  clientChangeException,
  clientChooseCoord,
  clientCoord,
  clientFileRouteList,
  clientForceSure,
  clientRecropAll,
  clientRecropBlock,
  clientRecropSheet,
  clientRefixOption,
  clientRefixOptionSimple,
  clientRemark,
  clientReomr,
  clientSureOption,
  type InputOf,
  type Route,
} from '@hengjuan/contracts'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { type Action, actionOf, takeAction } from './action.ts'
import { changeException } from './change-exception.ts'
import { locatePage } from './coord.ts'
import { selectFileRoutes } from './file-route.query.ts'
import { acceptedWarnings } from './force-sure.ts'
import { confirmedOptions, correctedOptions } from './options.ts'
import { choosePlacement, listPlacements, proposePlacements } from './placements.ts'
import { remark } from './remark.ts'
import { type JobPlan, type JobStarter, startJob } from './start-job.ts'

/** Decisions that stations make and send later, and the work that operators have the server do. */
export function registerClientActions(target: ServeApp): void {
  registerDecisions(target)
  registerJobs(target)

  serve(target, clientFileRouteList, async ({ query, services }) => {
    const { page = 1, limit = 20 } = query
    const scope = { examId: query.exam_id, subjectId: query.subject_id }
    const routes = await selectFileRoutes(services.db, scope)
    const shown = routes.slice((page - 1) * limit, page * limit)
    return {
      list: shown.map((route) => ({ ...route, place: services.images.place })),
      total: routes.length,
      page,
      page_size: limit,
    }
  })
}

type ActionBody = Parameters<typeof actionOf>[2] & { exam_id: number; subject_id: number }

/** Who acts, and the action. */
function actorOf<R extends Route>(
  route: R,
  call: Pick<Call<R>, 'services' | 'session' | 'request'>,
  body: ActionBody,
): { who: JobStarter; action: Action } {
  const { services, session, request } = call
  const who = { examId: body.exam_id, subjectId: body.subject_id, services, session, request }
  return { who, action: actionOf(who, route.path, body) }
}

function registerDecisions(target: ServeApp): void {
  serve(target, clientCoord, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientCoord, call, body)
    const { sheet_id, page_seq, page, anchors } = body
    return locatePage(who, action, { sheetId: sheet_id, pageSeq: page_seq, page, anchors })
  })

  serve(target, clientChooseCoord, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientChooseCoord, call, body)
    const at = { sheetId: body.sheet_id, pageSeq: body.page_seq }
    if (body.run === null) await proposePlacements(who, at)
    const outcome = body.run === null ? null : await choosePlacement(who, action, at, body.run)
    return { placements: await listPlacements(who.services.db, who, at), outcome }
  })

  serve(target, clientRefixOption, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientRefixOption, call, body)
    return takeAction(who, action, (db) => correctedOptions(db, who, body.sheet_id, body.options))
  })

  serve(target, clientRefixOptionSimple, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientRefixOptionSimple, call, body)
    return takeAction(who, action, (db) => correctedOptions(db, who, body.sheet_id, [body]))
  })

  serve(target, clientSureOption, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientSureOption, call, body)
    return takeAction(who, action, (db) => confirmedOptions(db, who, body.sheet_id, body.options))
  })

  serve(target, clientForceSure, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientForceSure, call, body)
    return takeAction(who, action, (db) => acceptedWarnings(db, who, body.sheet_id, body))
  })

  serve(target, clientChangeException, async (call) => {
    const { who, action } = actorOf(clientChangeException, call, call.body)
    return changeException(who, action, call.body.change)
  })

  serve(target, clientRemark, async (call) => {
    const { body } = call
    const { who, action } = actorOf(clientRemark, call, body)
    const { sheet_id, block_keys, reason } = body
    return remark(who, action, { sheetId: sheet_id, blockKeys: block_keys, reason })
  })
}

function registerJobs(target: ServeApp): void {
  serve(target, clientReomr, async (call) =>
    begin(clientReomr, call, { kind: 'reomr', ...partOf(call.body.scope) }),
  )

  serve(target, clientRecropSheet, async (call) =>
    begin(clientRecropSheet, call, {
      kind: 'recrop',
      sheets: { kind: 'sheet', sheetId: call.body.sheet_id },
    }),
  )

  serve(target, clientRecropBlock, async (call) =>
    begin(clientRecropBlock, call, {
      kind: 'recrop',
      sheets: { kind: 'subject' },
      blockKey: call.body.block_key,
    }),
  )

  serve(target, clientRecropAll, async (call) =>
    begin(clientRecropAll, call, { kind: 'recrop', sheets: { kind: 'subject' } }),
  )
}

function begin<R extends Route>(
  route: R,
  call: Pick<Call<R>, 'services' | 'session' | 'request'> & {
    body: ActionBody & { page?: number; limit?: number }
  },
  plan: JobPlan,
) {
  const { page = 1, limit = 20, ...body } = call.body
  const { who, action } = actorOf(route, call, body)
  return startJob({ ...who, session: call.session }, action, plan, { page, limit })
}

type ReomrScope = InputOf<typeof clientReomr>['body']['scope']

function partOf(scope: ReomrScope): Pick<JobPlan, 'sheets' | 'pageSeq'> {
  switch (scope.kind) {
    case 'sheet':
      return { sheets: { kind: 'sheet', sheetId: scope.sheet_id }, pageSeq: scope.page_seq }
    case 'batch':
      return { sheets: { kind: 'batch', batchId: scope.batch_id } }
    case 'subject':
      return { sheets: { kind: 'subject' } }
  }
}
