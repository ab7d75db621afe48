import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import { ProgressBar, StatusTag, type Status } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/station-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer } from '../transport/use-station.ts'
import css from './batch.module.css'

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
                {batch.subject_name} · {batch.sheets} 张
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

function BatchTag({ batch }: { batch: BatchState }) {
  const [status, text] = ((): [Status, string] => {
    if (batch.state === 'closed') return ['ok', '已完成']
    if (batch.problem !== '') return ['bad', '待处理']
    return batch.state === 'closing' ? ['busy', '收尾中'] : ['idle', '扫描中']
  })()
  return <StatusTag status={status}>{text}</StatusTag>
}

/** Registered against scanned; the server counts, over all stations. */
function Progress({ batch }: { batch: BatchState }) {
  const { exam_id, subject_id } = batch
  // Asked again as sheets reach the server, but not for each of them.
  const { answer, error } = useAnswer(
    'subjectProgress',
    { exam_id, subject_id },
    `${Math.ceil(batch.uploaded / 10)} ${batch.to_upload === 0} ${batch.state}`,
  )
  return (
    <section className={css['progress']}>
      <h2 className={css['exam']}>{batch.exam_name}</h2>
      <p className={css['subject']}>{batch.subject_name}</p>
      {answer ? (
        <>
          <dl className={css['figures']}>
            <dt>应扫</dt>
            <dd>{answer.expected}</dd>
            <dt>已扫考生</dt>
            <dd>{answer.scanned}</dd>
          </dl>
          <ul className={css['classes']}>
            {answer.classes.map((each) => (
              <li key={each.class_id}>
                <span>{each.class_name}</span>
                <ProgressBar
                  label={`${each.class_name}已扫`}
                  done={each.scanned}
                  total={each.expected}
                  {...(each.scanned >= each.expected ? { status: 'ok' as const } : {})}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={css['batchNote']}>
          {error === null ? '正在读取应扫人数…' : '联网后显示应扫人数'}
        </p>
      )}
    </section>
  )
}
