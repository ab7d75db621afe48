import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import type { BarcodeRegion } from '@hengjuan/domain'
import css from './adjust.module.css'
import { FormRow } from './FormRow.tsx'
import { Num } from './Num.tsx'
import type { AdjustWork } from './use-adjust-work.ts'

const SYMBOLOGIES: Record<BarcodeRegion['symbology'], string> = {
  Code128: 'Code 128',
  Code39: 'Code 39',
  QRCode: '二维码',
}

/** What a code says and how a right one looks. */
export function BarcodeForm({ id, work }: { id: string; work: AdjustWork }) {
  const code = work.page.barcodes.find((one) => one.id === id)
  if (!code) return null
  const set = (next: Partial<BarcodeRegion>) =>
    work.change(
      (page) => ({
        ...page,
        barcodes: page.barcodes.map((one) => (one.id === id ? { ...one, ...next } : one)),
      }),
      `barcode:${id}`,
    )
  return (
    <div className={css['form']}>
      <p className={css['quiet']}>考号从这里读出；每张卡的码应在同一处，偏出几毫米也能读。</p>
      <FormRow label="码的种类">
        <HTMLSelect
          value={code.symbology}
          onChange={({ currentTarget }) =>
            set({ symbology: currentTarget.value as BarcodeRegion['symbology'] })
          }
          options={Object.entries(SYMBOLOGIES).map(([value, label]) => ({ value, label }))}
        />
      </FormRow>
      {code.length !== undefined && (
        <Num
          label="考号位数"
          value={code.length}
          min={1}
          step={1}
          onChange={(length) => set({ length })}
        />
      )}
      <Checkbox
        checked={code.digitsOnly ?? false}
        label="考号全是数字"
        onChange={() => set({ digitsOnly: !code.digitsOnly })}
      />
    </div>
  )
}
