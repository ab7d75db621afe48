import type { BatchState } from '../../bridge/batch-api.ts'
import { STATUS_SHAPES } from '@hengjuan/ui'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import css from './scanner.module.css'

/** Over the sheets: how the last pass over the stack ended, and which paper goes back into the feeder. */
export function ScanNotice({ batch }: { batch: BatchState }) {
  const { pictureAddress } = useTransport()
  const scanner = useScreen((screen) => screen.live?.scanner)
  const notice = scanner?.notice
  if (!notice || scanner.batch_id !== batch.batch_id || batch.state !== 'open') return null
  const isRecovery = notice.put_back_from !== null && notice.last_good_sheet > 0
  return (
    <section className={css['notice']} data-tone={notice.tone} role="alert">
      <div className={css['noticeText']}>
        <h2>
          <b aria-hidden="true">{STATUS_SHAPES[notice.tone]}</b> {notice.title}
        </h2>
        <p>{notice.text}</p>
      </div>
      {isRecovery && scanner.last_image_id !== null && (
        <figure className={css['lastSheet']}>
          <img src={pictureAddress(scanner.last_image_id, 'thumb')} alt="" />
          <figcaption>
            收好的最后一张
            <br />第 {notice.last_good_sheet} 张正面
          </figcaption>
        </figure>
      )}
    </section>
  )
}
