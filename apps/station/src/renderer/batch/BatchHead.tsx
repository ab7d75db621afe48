import { StatusTag } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/batch-api.ts'
import { useScreen } from '../station-store.ts'
import css from './batch.module.css'
import { HistoryButton, LabelButton, CloseButton } from './BatchButtons.tsx'

/** Over the sheets: the big line of state, and the end of the batch. */
export function BatchHead({ batch }: { batch: BatchState }) {
  const isFeeding = useScreen(
    ({ live }) =>
      live?.scanner.batch_id === batch.batch_id &&
      ['scanning', 'pausing', 'stopping'].includes(live.scanner.phase),
  )
  const inWork = batch.images - batch.read - batch.unreadable
  return (
    <header className={css['head']}>
      <div className={css['headLine']}>
        <h1 className={css['label']}>{batch.label}</h1>
        <span className={css['folder']} title={batch.folder}>
          {batch.folder === '' ? '扫描仪直接进纸' : batch.folder}
        </span>
        <HistoryButton />
        <LabelButton batch={batch} />
        <CloseButton batch={batch} />
      </div>
      <p className={css['state']} role="status">
        <Figure label="已扫" value={batch.images} unit="页" />
        <Figure label="答题卡" value={batch.sheets} unit="张" />
        <Figure
          label="待上传"
          value={batch.to_upload}
          unit="张"
          {...(batch.to_upload > 0 ? { tone: 'warn' } : {})}
        />
        <Figure label="已上传" value={batch.uploaded} unit="张" />
        <Figure
          label="异常"
          value={batch.exceptions}
          unit=""
          {...(batch.exceptions > 0 ? { tone: 'bad' } : {})}
        />
      </p>
      {(batch.subjects.length > 1 || batch.is_mixed) && (
        <p className={css['below']} aria-label="本叠的科目">
          {batch.is_mixed && <StatusTag status="idle">自动分拣</StatusTag>}
          {batch.subjects.map(({ subject_id, subject_name, sheets }) => (
            <span key={subject_id} className={css['lot']}>
              {subject_name} <strong>{sheets}</strong> 张
            </span>
          ))}
        </p>
      )}
      <p className={css['below']}>
        {inWork > 0 && <StatusTag status="busy">正在识别 {inWork} 页</StatusTag>}
        {batch.state === 'open' && inWork === 0 && batch.loose === 0 && batch.problem === '' && (
          <StatusTag status="idle">
            {isFeeding
              ? '正在进纸'
              : batch.folder === ''
                ? '等待扫描'
                : '正在监视文件夹，等待新图像'}
          </StatusTag>
        )}
        {batch.loose > 0 && batch.state === 'open' && (
          <StatusTag status="idle">{batch.loose} 页等待同张的其他页</StatusTag>
        )}
        {batch.state === 'closed' && (
          <StatusTag status="ok">批次已结束：服务器核对一致，共 {batch.uploaded} 张</StatusTag>
        )}
        {batch.state === 'closing' && batch.problem === '' && (
          <StatusTag status="busy">正在收尾：全部上传并核对后自动结束</StatusTag>
        )}
      </p>
      {batch.problem !== '' && (
        <p className={css['problem']} role="alert">
          ✕ {batch.problem}
        </p>
      )}
    </header>
  )
}

function Figure(props: { label: string; value: number; unit: string; tone?: string }) {
  return (
    <span className={css['figure']} data-tone={props.tone}>
      <span className={css['figureLabel']}>{props.label}</span>
      <strong>{props.value.toLocaleString('zh-CN')}</strong>
      <small>{props.unit}</small>
    </span>
  )
}
