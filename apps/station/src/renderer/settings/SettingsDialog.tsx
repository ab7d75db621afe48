import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  NumericInput,
} from '@blueprintjs/core'
import { toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { StationState } from '../../bridge/station-api.ts'
import type { StationSettingsState } from '../../bridge/upkeep-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { Clearings } from './Clearings.tsx'
import css from './settings.module.css'
import { sizeText } from './size-text.ts'

/** What the operator may set for this station, and what it keeps. */
export function SettingsDialog(props: { isOpen: boolean; onClose: () => void }) {
  const live = useScreen((screen) => screen.live)
  return (
    <Dialog
      isOpen={props.isOpen}
      title="本机设置"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      {live && <Content live={live} onClose={props.onClose} />}
    </Dialog>
  )
}

function Content({ live, onClose }: { live: StationState; onClose: () => void }) {
  const { call } = useTransport()
  const [draft, setDraft] = useState<StationSettingsState>(live.settings)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await call('changeSettings', draft)
      toast.done('已保存')
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <DialogBody className={css['body'] ?? ''}>
        <div className={css['fields']}>
          <NumberField
            id="keep-days"
            label="已上传图像保留天数"
            unit="天"
            help="从服务器收到那天算起，到期只清理本机图像；没上传的不清理。"
            value={draft.keep_days}
            min={1}
            max={365}
            onChange={(keep_days) => setDraft({ ...draft, keep_days })}
          />
          <NumberField
            id="keep-gb"
            label="已上传图像最多占用"
            unit="GB"
            help="超过时先清理最早上传的；0 表示磁盘不足时才清理。"
            value={draft.keep_gb}
            min={0}
            max={100_000}
            onChange={(keep_gb) => setDraft({ ...draft, keep_gb })}
          />
          <NumberField
            id="upload-mbit"
            label="上传带宽上限"
            unit="Mbit/s"
            help="与其他业务共用网络时填写；0 表示不限。"
            value={draft.upload_mbit}
            min={0}
            max={10_000}
            onChange={(upload_mbit) => setDraft({ ...draft, upload_mbit })}
          />
        </div>
        <dl className={css['facts']}>
          <dt>本机保留</dt>
          <dd>
            {live.retention.kept_sheets} 张已上传答题卡的图像，{sizeText(live.retention.kept_bytes)}
          </dd>
          <dt>磁盘剩余</dt>
          <dd>{sizeText(live.disk.free_bytes)}</dd>
          <dt>数据加密</dt>
          <dd>
            已加密，密钥保存位置：{live.data_key.place}
            {live.data_key.warning !== '' && (
              <p className={css['warning']}>{live.data_key.warning}</p>
            )}
          </dd>
          {live.retention.message !== '' && (
            <>
              <dt>最近清理</dt>
              <dd>{live.retention.message}</dd>
            </>
          )}
        </dl>
        <Clearings />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={onClose} />
            <Button intent="primary" text="保存" loading={isSaving} onClick={() => void save()} />
          </>
        }
      />
    </>
  )
}

function NumberField(props: {
  id: string
  label: string
  unit: string
  help: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <FormGroup label={props.label} labelFor={props.id} helperText={props.help}>
      <div className={css['number']}>
        <NumericInput
          id={props.id}
          value={props.value}
          min={props.min}
          max={props.max}
          clampValueOnBlur
          minorStepSize={null}
          onValueChange={(value) => {
            if (Number.isFinite(value)) props.onChange(value)
          }}
        />
        <span>{props.unit}</span>
      </div>
    </FormGroup>
  )
}
