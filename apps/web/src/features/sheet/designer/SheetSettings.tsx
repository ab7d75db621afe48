import { chosenFile } from '@hengjuan/ui'
import {
  Button,
  FileInput,
  FormGroup,
  HTMLSelect,
  InputGroup,
  Switch,
  TextArea,
} from '@blueprintjs/core'
import { useState } from 'react'
import type { Draft } from '../draft.ts'
import { readCrest } from './read-crest.ts'
import { SheetOptions } from './SheetOptions.tsx'
import css from './designer.module.css'

const NUMBER_STYLES = [
  { value: 'bubble', label: '填涂考号' },
  { value: 'barcode', label: '粘贴条形码' },
  { value: 'both', label: '填涂和条形码' },
]

/** What the sheet carries beside its questions. */
export function SheetSettings(props: {
  design: Draft
  disabled: boolean
  /** @param touched names the field while a person types in it */
  onChange: (change: Partial<Draft>, touched?: string) => void
}) {
  const { design, disabled, onChange } = props
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={css['settings']}>
      <FormGroup label="标题" labelFor="sheet-title" className={css['wide'] ?? ''}>
        <InputGroup
          id="sheet-title"
          disabled={disabled}
          value={design.title}
          onValueChange={(title) => onChange({ title }, 'title')}
        />
      </FormGroup>
      <FormGroup label="考号样式" labelFor="sheet-number">
        <HTMLSelect
          id="sheet-number"
          fill
          disabled={disabled}
          value={design.numberStyle}
          options={NUMBER_STYLES}
          onChange={({ currentTarget }) =>
            onChange({ numberStyle: currentTarget.value as 'bubble' })
          }
        />
      </FormGroup>
      <FormGroup label="考号位数" labelFor="sheet-digits">
        <HTMLSelect
          id="sheet-digits"
          fill
          disabled={disabled}
          value={design.examNoDigits}
          options={Array.from({ length: 9 }, (_, index) => index + 4)}
          onChange={({ currentTarget }) => onChange({ examNoDigits: Number(currentTarget.value) })}
        />
      </FormGroup>
      <SheetOptions design={design} disabled={disabled} onChange={onChange} />
      <Switch
        disabled={disabled}
        checked={design.sealLine === true}
        label="印密封线"
        onChange={({ currentTarget: { checked } }) =>
          onChange({ sealLine: checked ? true : undefined })
        }
      />
      <Switch
        disabled={
          disabled || design.paper === 'A4' || design.paper === '16K' || design.columns === 1
        }
        checked={design.folded === true}
        label="折叠（折痕在栏间）"
        title="A3、8K 纸分两栏或三栏时可用"
        onChange={({ currentTarget: { checked } }) =>
          onChange({ folded: checked ? true : undefined })
        }
      />
      <FormGroup
        label="校徽"
        className={css['wide'] ?? ''}
        helperText={problem ?? 'PNG 或 JPEG，印在标题左边'}
      >
        <div className={css['crest']}>
          {design.crest && <img src={design.crest} alt="校徽" />}
          <FileInput
            disabled={disabled}
            text={design.crest ? '换一张' : '选择图片'}
            buttonText="浏览"
            inputProps={{ accept: 'image/png,image/jpeg', 'aria-label': '校徽图片' }}
            onInputChange={({ currentTarget }) => {
              const file = chosenFile(currentTarget)
              if (!file) return
              readCrest(file).then(
                (crest) => {
                  setProblem(null)
                  onChange({ crest })
                },
                () => setProblem('这个文件不是可用的图片，请换一张 PNG 或 JPEG'),
              )
            }}
          />
          {design.crest && !disabled && (
            <Button size="small" variant="minimal" onClick={() => onChange({ crest: undefined })}>
              去掉
            </Button>
          )}
        </div>
      </FormGroup>
      <FormGroup
        label="注意事项（一行一条）"
        labelFor="sheet-notices"
        className={css['wide'] ?? ''}
      >
        <TextArea
          id="sheet-notices"
          fill
          autoResize
          disabled={disabled}
          value={design.notices.join('\n')}
          onChange={({ currentTarget }) =>
            onChange({ notices: noticesOf(currentTarget.value) }, 'notices')
          }
        />
      </FormGroup>
    </div>
  )
}

/** Lines as typed; only lines that are empty at the end of what was pasted are dropped. */
const noticesOf = (text: string): string[] =>
  text.trim() === '' ? [] : text.split('\n').slice(0, 8)
