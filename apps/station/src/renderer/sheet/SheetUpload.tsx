import { Button } from '@blueprintjs/core'
import { StatusTag, toast } from '@hengjuan/ui'
import { SCAN_EXCEPTIONS } from '@hengjuan/domain'
import type { SheetDetail } from '../../bridge/sheet-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { sheetStatus } from './sheet-status.ts'
import css from './sheet.module.css'

export function SheetUpload({ sheet }: { sheet: SheetDetail }) {
  const { call } = useTransport()
  const openSheet = useScreen((screen) => screen.openSheet)
  const { status, text } = sheetStatus(sheet)
  const retry = () => {
    call('retrySheet', { sheet_id: sheet.sheet_id })
      .then(({ sheet_id }) => openSheet(sheet_id))
      .catch(toast.error)
  }
  return (
    <section className={css['upload']}>
      <StatusTag status={status}>{text}</StatusTag>
      {sheet.upload === 'refused' && (
        <>
          <p>{sheet.upload_message}</p>
          <Button intent="primary" text={retryText(sheet.upload_code)} onClick={retry} />
        </>
      )}
      {sheet.upload === 'waiting' && (
        <p className={css['muted']}>{sheet.upload_message || '等待上传'}</p>
      )}
      {sheet.upload === 'acked' && sheet.server_exceptions.length > 0 && (
        <p className={css['muted']}>
          已进入异常处理：
          {sheet.server_exceptions.map((each) => SCAN_EXCEPTIONS[each].label).join('、')}
        </p>
      )}
    </section>
  )
}

const RETRY_TEXTS: Record<string, string> = {
  SCAN_TEMPLATE_OUTDATED: '更新模板，重新识别并上传',
  SCAN_SHEET_ID_CONFLICT: '换新编号并上传',
  CONTAINER_LOST: '重新生成并上传',
}

const retryText = (code: string | null): string => RETRY_TEXTS[code ?? ''] ?? '重新上传'
