import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { Segmented } from '@hengjuan/ui'
import type { ScannerChoice, ScannerOffer } from '../../bridge/scanner-api.ts'
import { MODES, PAPER_SOURCES, PAPERS, RESOLUTIONS } from './scanner-labels.ts'
import css from './scanner.module.css'

const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  (Object.entries(labels) as [Key, string][]).map(([value, label]) => ({ value, label }))

/** Profile, paper and resolution for a scanner that was found. */
export function ScannerSettings(props: {
  offer: ScannerOffer | undefined
  choice: ScannerChoice
  onChange: (choice: ScannerChoice) => void
}) {
  const { offer, choice, onChange } = props
  const profile = offer?.profiles.find((each) => each.profile_id === choice.profile_id)
  const chooseProfile = (id: string) => {
    const next = offer?.profiles.find((each) => each.profile_id === id)
    if (!next) return
    const { profile_id, name, paper_source, dpi, mode } = next
    onChange({ ...choice, profile_id, profile_name: name, paper_source, dpi, mode })
  }
  return (
    <div className={css['form']}>
      <FormGroup
        className={css['wide'] ?? ''}
        label="配置"
        labelFor="scanner-profile"
        helperText={profile?.notes}
      >
        <HTMLSelect
          id="scanner-profile"
          fill
          value={choice.profile_id}
          options={
            offer?.profiles.map((each) => ({ value: each.profile_id, label: each.name })) ?? []
          }
          onChange={(event) => chooseProfile(event.target.value)}
        />
      </FormGroup>
      <FormGroup label="进纸" className={css['wide'] ?? ''}>
        <Segmented
          label="进纸"
          options={optionsOf(PAPER_SOURCES)}
          value={choice.paper_source}
          onChange={(paper_source) => onChange({ ...choice, paper_source })}
        />
      </FormGroup>
      <FormGroup label="纸张" labelFor="scanner-paper" className={css['wide'] ?? ''}>
        <HTMLSelect
          id="scanner-paper"
          fill
          value={choice.paper}
          options={optionsOf(PAPERS)}
          onChange={(event) =>
            onChange({ ...choice, paper: event.target.value as ScannerChoice['paper'] })
          }
        />
      </FormGroup>
      <details className={css['more']}>
        <summary>
          颜色和分辨率：{MODES[choice.mode]}，{choice.dpi} dpi（按配置，一般不用改）
        </summary>
        <div className={css['pair']}>
          <FormGroup label="颜色">
            <Segmented
              label="颜色"
              options={optionsOf(MODES)}
              value={choice.mode}
              onChange={(mode) => onChange({ ...choice, mode })}
            />
          </FormGroup>
          <FormGroup label="分辨率" labelFor="scanner-dpi">
            <HTMLSelect
              id="scanner-dpi"
              fill
              value={choice.dpi}
              options={[...new Set([...RESOLUTIONS, choice.dpi])]
                .toSorted((a, b) => a - b)
                .map((dpi) => ({ value: dpi, label: `${dpi} dpi` }))}
              onChange={(event) => onChange({ ...choice, dpi: Number(event.target.value) })}
            />
          </FormGroup>
        </div>
      </details>
    </div>
  )
}
