import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  type ReplyOf,
  scoreInspectDetail,
  scoreInspectList,
  scoreInspectRecord,
  scoreInspectUpdate,
} from '@hengjuan/contracts'
import {
  type Attendance,
  attendanceLabel,
  formatMilli,
  PRESENT,
  UNIT_FLAGS,
  type UnitFlag,
} from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonLines, StatusTag, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MarkedBlock, ObjectiveAnswers } from '../ScoreParts.tsx'
import { CorrectionTable } from './CorrectionLog.tsx'
import { forgetReview, ScoreEditor } from './ScoreEditor.tsx'
import css from './inspect.module.css'

export type InspectedBlock = ReplyOf<typeof scoreInspectDetail>['blocks'][number]
export type Correction = ReplyOf<typeof scoreInspectUpdate>

/** One candidate's paper with every answer and reading, and what of it can be corrected. */
export function ScoreInspection(props: {
  examId: number
  subjectId: number
  candidateId: number
  userId: number
  /** Ways to what stands behind the scores. */
  more?: ReactNode
}) {
  const on = {
    exam_id: props.examId,
    subject_id: props.subjectId,
    candidate_id: props.candidateId,
  }
  const { data, error, refetch } = useRoute(scoreInspectDetail, { query: on }, { staleTime: 0 })
  const queryClient = useQueryClient()
  const send = useCall(scoreInspectUpdate, {
    onSuccess: async (correction, { body }) => {
      forgetReview(body, body.correction_id)
      toast.done(OUTCOMES[correction.state])
      for (const route of [scoreInspectDetail, scoreInspectList, scoreInspectRecord])
        await queryClient.invalidateQueries({ queryKey: routeKey(route) })
    },
    onError: (problem) => {
      toast.error(problem)
      void refetch()
    },
  })
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={12} />
  return (
    <div className={css['paper']}>
      <header className={css['who']}>
        <div>
          <h2>{data.name}</h2>
          <span>考号 {data.exam_no}</span>
        </div>
        {props.more}
        {data.attendance === PRESENT ? (
          <strong>
            {data.total_milli === null ? '未出分' : `${formatMilli(data.total_milli)} 分`}
          </strong>
        ) : (
          <StatusTag status="idle">{attendanceLabel(data.attendance as Attendance)}</StatusTag>
        )}
      </header>
      {data.released && (
        <p className={css['released']}>
          成绩已发布：这里的改分在下一次发布后才对外生效，已发布的版本不变。
        </p>
      )}
      {data.attendance !== PRESENT ? (
        <EmptyState title="没有成绩">该考生本科没有参加考试，没有可复核的得分。</EmptyState>
      ) : (
        <>
          {data.blocks.some(({ flags }) => flags.length > 0) && (
            <p className={css['flags']}>
              <StatusTag status="warn">需留意</StatusTag>
              {data.blocks.flatMap((block) =>
                block.flags.map((flag) => (
                  <Button
                    key={`${block.unit_id} ${flag}`}
                    size="small"
                    variant="minimal"
                    onClick={() =>
                      document
                        .getElementById(idOf(block))
                        ?.scrollIntoView({ block: 'center', behavior: 'smooth' })
                    }
                  >
                    {block.name} {UNIT_FLAGS[flag].name}
                  </Button>
                )),
              )}
            </p>
          )}
          {data.objective.length > 0 && <ObjectiveAnswers items={data.objective} />}
          {data.blocks.map((block) => (
            <MarkedBlock key={block.unit_id} block={block}>
              {block.flags.length > 0 && (
                <div id={idOf(block)}>
                  {block.flags.map((flag) => (
                    <p key={flag} className={css['flag']}>
                      <StatusTag status="warn">{UNIT_FLAGS[flag].name}</StatusTag>{' '}
                      {UNIT_FLAGS[flag].meaning}。{INSPECTION_TODOS[flag]}。
                    </p>
                  ))}
                </div>
              )}
              <ScoreEditor
                // The editor begins anew with every new mark.
                key={block.version}
                block={block}
                pending={data.corrections.find(
                  ({ unit_id, state }) => unit_id === block.unit_id && state === 'pending',
                )}
                userId={props.userId}
                isSending={send.isPending}
                onSend={(change) =>
                  send.mutate({
                    body: { ...on, unit_id: block.unit_id, version: block.version, ...change },
                  })
                }
              />
            </MarkedBlock>
          ))}
          {data.corrections.length > 0 && (
            <section>
              <h3 className={css['title']}>复核记录</h3>
              <CorrectionTable rows={data.corrections} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

const idOf = ({ unit_id }: InspectedBlock): string => `flagged-${unit_id}`

/** What is done about it here. */
const INSPECTION_TODOS: Record<UnitFlag, string> = {
  over_tolerance: '请对照卷面核对两次给分，不妥时在下面改分并写明理由',
  forced_pair: '请对照卷面核对三次给分，不妥时在下面改分并写明理由',
  sheet_gone: '请用「查看识别结果」核对这名考生的答题卡；补回答题卡后，原来的评阅继续有效',
}

const OUTCOMES: Record<Correction['state'], string> = {
  applied: '已改分，总分已重新计算',
  pending: '降分已提交，等待第二人确认',
  refused: '已记录：不同意降分，原分不变',
  unchanged: '已记录：维持原分',
}
