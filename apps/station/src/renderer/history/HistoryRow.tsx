import { Button } from '@blueprintjs/core'
import { type Status, StatusTag, toast } from '@hengjuan/ui'
import type { SheetEvent, SheetEventKind, SheetHistory } from '../../bridge/history-api.ts'
import { useTransport } from '../transport/use-station.ts'
import css from './history.module.css'

const TONES: Record<SheetEventKind, Status> = {
  scanned: 'idle',
  replaced: 'busy',
  restored: 'busy',
  accepted: 'idle',
  discarded: 'warn',
  put_back: 'idle',
  decided: 'busy',
  sent: 'busy',
  acknowledged: 'ok',
  refused: 'bad',
  cleared: 'warn',
  pictures_cleared: 'idle',
}

/** A sheet of paper with everything that happened to it. */
export function HistoryRow(props: {
  entry: SheetHistory
  /** The stack holds several subjects. */
  isOfMany: boolean
  onPictures: (ids: string[], title: string) => void
  onChanged: () => void
}) {
  const { entry } = props
  const { call, pictureAddress } = useTransport()
  const title = entry.seq === null ? '不在叠里的图像' : `第 ${entry.seq} 张`
  const undo = (decision_id: string) => {
    call('undoTray', { decision_id })
      .then(({ put_back }) => toast.done(`已撤销，${put_back} 张回到待处理`))
      .catch(toast.error)
      .finally(props.onChanged)
  }
  return (
    <li className={css['row']} data-out={entry.sheet_id === null || undefined}>
      <span className={css['cover']}>
        {entry.cover_id !== null && (
          <img src={pictureAddress(entry.cover_id, 'thumb')} alt="" loading="lazy" />
        )}
      </span>
      <span className={css['who']}>
        <strong>{title}</strong>
        <span>{entry.candidate_name ?? (entry.sheet_id === null ? '已取出' : '未认出')}</span>
        <span className={css['muted']}>
          {entry.exam_no ?? '无考号'}
          {props.isOfMany && ` · ${entry.subject_name}`}
        </span>
      </span>
      <ul className={css['events']}>
        {entry.events.map((event, at) => (
          <li key={at}>
            <time className={css['muted']}>{timeOf(event)}</time>
            <StatusTag status={TONES[event.kind]}>{event.text}</StatusTag>
            <span className={css['muted']}>{event.account}</span>
            {event.old_images.length > 0 && (
              <Button
                size="small"
                variant="minimal"
                text={event.kind === 'discarded' ? '看图像' : '看原图'}
                onClick={() => props.onPictures(event.old_images, `${title}：${event.text}`)}
              />
            )}
            {event.undo_id !== null && (
              <Button
                size="small"
                variant="minimal"
                text="撤销"
                onClick={() => undo(event.undo_id ?? '')}
              />
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

const timeOf = ({ at }: SheetEvent): string =>
  at === null ? '' : new Date(at).toLocaleTimeString('zh-CN')
