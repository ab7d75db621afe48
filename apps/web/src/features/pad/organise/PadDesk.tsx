import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { padComplete, padStatus, type ReplyOf } from '@hengjuan/contracts'
import { PAD_STANDINGS, type PadStanding } from '@hengjuan/domain'
import {
  filter,
  FilterBar,
  FilterField,
  Pager,
  Panel,
  QueryView,
  ReasonButton,
  type Status,
  StatTile,
  StatTiles,
  StatusTag,
  Time,
  useServerTable,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AttemptTable } from './AttemptTable.tsx'
import { CompleteDialog } from './CompleteDialog.tsx'
import { DecideDialog, type Decision } from './DecideDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { MakeupDialog } from './MakeupDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import css from './organise.module.css'
import { ATTEMPT_WORDS } from './attempt-words.ts'

export type PadStatus = ReplyOf<typeof padStatus>
export type PadAttempt = PadStatus['attempts']['list'][number]
export interface PadPlace {
  exam_id: number
  subject_id: number
}

const STATES = ['not_started', 'answering', 'offline', 'submitted', 'late', 'absent'] as const

const filters = {
  state: filter.oneOf(['', ...STATES], ''),
  keyword: filter.text(),
}
const LIMIT = 50
const REFRESH_MS = 10_000

const TONES: Record<PadStanding, Status> = {
  draft: 'idle',
  released: 'ok',
  running: 'busy',
  paused: 'warn',
  completed: 'ok',
}

type Act = 'release' | 'revoke' | 'complete' | 'makeup' | 'extend'

/** What was released of a subject, who answers, and what can be done about it. */
export function PadDesk({ place }: { place: PadPlace }) {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(filters, LIMIT)
  const status = useRoute(
    padStatus,
    { query: { ...place, ...query, ...paged } },
    { refetchInterval: REFRESH_MS, placeholderData: (before: PadStatus | undefined) => before },
  )
  const cache = useQueryClient()
  const [act, setAct] = useState<Act | null>(null)
  const [decision, setDecision] = useState<Decision | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, PadAttempt>>(new Map())
  const done = () => {
    setAct(null)
    setDecision(null)
    // What ending would do is asked while its dialog closes, and by then it is over.
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== padComplete.path })
  }
  return (
    <QueryView query={status} size="large">
      {(data) => (
        <div className={css['desk']}>
          <Head data={data} onAct={setAct} />
          <StatTiles>
            {STATES.map((state) => (
              <StatTile
                key={state}
                label={ATTEMPT_WORDS[state]}
                value={data.counts[state]}
                unit="人"
                {...(state === 'late' && data.counts.late > 0 ? { status: 'warn' as const } : {})}
                onClick={() => set({ state: values.state === state ? '' : state })}
              />
            ))}
          </StatTiles>
          <Panel
            flush
            title="考生"
            note={chosen.size > 0 ? `已选 ${chosen.size} 人` : undefined}
            actions={
              <>
                <ReasonButton
                  reason={chosen.size === 0 ? '请先在表中选择考生' : timeReason(data)}
                  onClick={() => setAct('extend')}
                >
                  加时…
                </ReasonButton>
                <ReasonButton
                  reason={
                    chosen.size === 0
                      ? '请先在表中选择考生'
                      : data.state === 'draft'
                        ? '还没有发布'
                        : null
                  }
                  onClick={() => setAct('makeup')}
                >
                  发补考码…
                </ReasonButton>
              </>
            }
          >
            <div className={css['filters']}>
              <FilterBar onReset={isSet ? reset : undefined}>
                <FilterField label="状态">
                  <HTMLSelect
                    value={values.state}
                    options={[
                      { value: '', label: '全部' },
                      ...STATES.map((value) => ({ value, label: ATTEMPT_WORDS[value] })),
                    ]}
                    onChange={({ currentTarget }) =>
                      set({ state: currentTarget.value as (typeof STATES)[number] | '' })
                    }
                  />
                </FilterField>
                <FilterField label="姓名或考号">
                  <InputGroup
                    value={values.keyword}
                    onValueChange={(keyword) => set({ keyword })}
                  />
                </FilterField>
              </FilterBar>
            </div>
            <AttemptTable
              rows={data.attempts.list}
              chosen={chosen}
              onChoose={setChosen}
              onDecide={setDecision}
              empty={
                Object.values(data.counts).every((count) => count === 0)
                  ? '还没有考生，请先在「考生」中生成或导入'
                  : '没有符合条件的考生'
              }
            />
            <Pager {...pager} total={data.attempts.total} unit="人" />
          </Panel>
          {act === 'release' && (
            <ReleaseDialog place={place} status={data} onDone={done} onClose={() => setAct(null)} />
          )}
          {act === 'revoke' && (
            <RevokeDialog place={place} status={data} onDone={done} onClose={() => setAct(null)} />
          )}
          {act === 'complete' && (
            <CompleteDialog place={place} onDone={done} onClose={() => setAct(null)} />
          )}
          {act === 'makeup' && (
            <MakeupDialog
              place={place}
              chosen={[...chosen.values()]}
              onDone={() => void cache.invalidateQueries()}
              onClose={() => setAct(null)}
            />
          )}
          {act === 'extend' && (
            <ExtendDialog
              place={place}
              chosen={[...chosen.values()]}
              onDone={() => {
                setChosen(new Map())
                done()
              }}
              onClose={() => setAct(null)}
            />
          )}
          {decision && (
            <DecideDialog
              place={place}
              decision={decision}
              onDone={done}
              onClose={() => setDecision(null)}
            />
          )}
        </div>
      )}
    </QueryView>
  )
}

const timeReason = ({ state }: PadStatus): string | null =>
  state === 'draft' ? '还没有发布' : state === 'completed' ? '考试已经结束' : null

function Head({ data, onAct }: { data: PadStatus; onAct: (act: Act) => void }) {
  const { state, settings, problems, entering } = data
  const blocked = problems.length > 0 ? problems.join('；') : null
  const begun = data.counts.answering + data.counts.offline + data.counts.submitted > 0
  return (
    <Panel
      title="发布设置"
      note={<StatusTag status={TONES[state]}>{PAD_STANDINGS[state]}</StatusTag>}
      actions={
        state !== 'completed' && (
          <>
            {(state === 'released' || state === 'running') && (
              <Button onClick={() => onAct('revoke')}>{begun ? '暂停…' : '撤回…'}</Button>
            )}
            {state !== 'draft' && <Button onClick={() => onAct('complete')}>结束考试…</Button>}
            <ReasonButton
              intent={state === 'draft' || state === 'paused' ? 'primary' : 'none'}
              reason={blocked}
              onClick={() => onAct('release')}
            >
              {state === 'draft' ? '发布…' : state === 'paused' ? '恢复作答…' : '修改设置…'}
            </ReasonButton>
          </>
        )
      }
    >
      {settings === null ? (
        <p className={css['note']}>
          {blocked ??
            '题目、答案和分值都已齐备，可以设定时间并发布；发布后考生在首页看到这场考试。'}
        </p>
      ) : (
        <dl className={css['facts']}>
          <div>
            <dt>时间</dt>
            <dd>
              <Time at={settings.starts_at} /> 至 <Time at={settings.ends_at} />
            </dd>
          </div>
          <div>
            <dt>每人作答</dt>
            <dd>{settings.minutes === null ? '到结束时间为止' : `${settings.minutes} 分钟`}</dd>
          </div>
          <div>
            <dt>迟到</dt>
            <dd>
              {settings.late_limit_minutes === null
                ? '不限'
                : `开始后 ${settings.late_limit_minutes} 分钟内可以进入`}
            </dd>
          </div>
          <div>
            <dt>进入方式</dt>
            <dd>
              {data.room_code === null ? '登录账号' : `登录账号，另输考场码 ${data.room_code}`}
            </dd>
          </div>
          <div>
            <dt>次序</dt>
            <dd>
              {settings.shuffle_items ? '题目打乱' : '题目不打乱'}，
              {settings.shuffle_options ? '选项打乱' : '选项不打乱'}
            </dd>
          </div>
          <div>
            <dt>照片</dt>
            <dd>{settings.allow_photo ? '可以拍照上传' : '不收照片'}</dd>
          </div>
        </dl>
      )}
      {settings !== null && state !== 'completed' && blocked && (
        <p className={css['note']}>! {blocked}</p>
      )}
      {data.room_code !== null && (
        <p className={css['note']}>考场码是点名的辅助，读给全场，不能证明本人到场。</p>
      )}
      {entering && (
        <p className={css['note']} role="status">
          {entering.done < entering.total
            ? `作答正在进入阅卷：${entering.done} / ${entering.total} 份`
            : `${entering.total} 份作答都已进入阅卷`}
        </p>
      )}
    </Panel>
  )
}
