import { Button } from '@blueprintjs/core'
import { saveFile } from '@hengjuan/ui'
import type { KeyChoice } from './key-profile.ts'
import css from './key-settings.module.css'

/** Back to the profile as it came, and a file that carries the keys to another computer. */
export function KeyFileActions(props: {
  choice: KeyChoice
  onReset: () => void
  onLoad: (file: File | undefined) => void
  onClose: () => void
}) {
  return (
    <>
      <Button onClick={props.onReset}>恢复本方案</Button>
      <Button
        onClick={() =>
          saveFile(new Blob([JSON.stringify(props.choice, null, 2)]), '阅卷按键设置.json')
        }
      >
        导出
      </Button>
      <label className={css['import']}>
        导入
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            props.onLoad(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <Button intent="primary" onClick={props.onClose}>
        完成
      </Button>
    </>
  )
}
