import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import { ProgressBar } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/batch-api.ts'
import { placeName } from '../rooms/GroupList.tsx'
import { useScreen } from '../station-store.ts'
import { useAnswer } from '../transport/use-station.ts'
import css from './batch.module.css'
import { BatchTag } from './BatchTag.tsx'

/** Left: the batches of this station, and how far the subject of the shown one is. */
export function BatchList({ current }: { current: BatchState }) {
  const { live, chooseBatch, setOpeningBatch } = useScreen()
  return (
    <aside className={css['side']}>
      <Button
        fill
        intent="primary"
        icon={<PlusIcon />}
        text="新建批次"
        onClick={() => setOpeningBatch(true)}
      />
      <Progress batch={current} />
      <h2 className={css['sideTitle']}>批次</h2>
      <ul className={css['batches']}>
        {live?.batches.map((batch) => (
          <li key={batch.batch_id}>
            <button
              type="button"
              className={css['batch']}
              aria-current={batch.batch_id === current.batch_id}
              onClick={() => chooseBatch(batch.batch_id)}
            >
              <span className={css['batchHead']}>
                <span className={css['batchLabel']}>{batch.label}</span>
                <BatchTag batch={batch} />
              </span>
              <span className={css['batchNote']}>
                {batch.subjects.map(nameOf).join('、')} · {batch.sheets} 张
                {batch.to_upload > 0 && ` · 待上传 ${batch.to_upload}`}
                {batch.exceptions > 0 && ` · 异常 ${batch.exceptions}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** Registered against scanned, by room or else by class: what the server counted and what lies here. */
function Progress({ batch }: { batch: BatchState }) {
  const { exam_id, subject_id } = batch
  const openRooms = useScreen((screen) => screen.openRooms)
  // Asked again as sheets come in and reach the server, but not for each of them.
  const { answer, error } = useAnswer(
    'subjectProgress',
    { exam_id, subject_id },
    `${Math.ceil(batch.sheets / 5)} ${Math.ceil(batch.uploaded / 10)} ${batch.to_upload === 0} ${batch.state}`,
  )
  const by = answer?.rooms.some(({ name }) => name !== null) ? 'room' : 'class'
  const groups = by === 'room' ? answer?.rooms : answer?.classes
  return (
    <section className={css['progress']}>
      <h2 className={css['exam']}>{batch.exam_name}</h2>
      <p className={css['subject']}>{batch.subjects.map(nameOf).join('、')}</p>
      {answer ? (
        <>
          <dl className={css['figures']}>
            <dt>应扫</dt>
            <dd>{answer.expected}</dd>
            <dt>已扫考生</dt>
            <dd>{answer.scanned}</dd>
          </dl>
          <ul className={css['classes']}>
            {groups?.map(({ name, scanned, expected, absent }) => (
              <li key={name ?? ''}>
                <button
                  type="button"
                  className={css['place']}
                  title="列出未扫的考生"
                  onClick={() => openRooms({ by, name })}
                >
                  <span>{placeName({ by, name })}</span>
                  <ProgressBar
                    label={`${placeName({ by, name })}已扫`}
                    done={scanned}
                    total={expected}
                    {...(scanned + absent >= expected ? { status: 'ok' as const } : {})}
                  />
                </button>
              </li>
            ))}
          </ul>
          <Button
            fill
            variant="minimal"
            size="small"
            text={`未扫 ${answer.expected - answer.scanned - answer.absent} 人`}
            title="Alt+R"
            onClick={() => openRooms(null)}
          />
        </>
      ) : (
        <p className={css['batchNote']}>
          {error === null ? '正在读取应扫人数…' : '联网后显示应扫人数'}
        </p>
      )}
    </section>
  )
}

const nameOf = ({ subject_name }: { subject_name: string }): string => subject_name
