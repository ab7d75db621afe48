import type { SearchedScanner } from './use-scanner-search.ts'
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import css from './scanner.module.css'

/** Where the scanner is looked for. */
export function ScannerSearch({ scanner }: { scanner: SearchedScanner }) {
  const { address, setAddress, setOffers, choice, setChoice, work, wanted, search } = scanner
  return (
    <div className={css['search']}>
      {wanted ? (
        <FormGroup label={wanted.label} labelFor="scanner-address" helperText={wanted.help}>
          <InputGroup
            id="scanner-address"
            value={address}
            placeholder={wanted.placeholder}
            onValueChange={(text) => {
              setAddress(text)
              setOffers(null)
              setChoice(null)
            }}
          />
        </FormGroup>
      ) : (
        <p className={css['note']}>请接好扫描仪，装好厂商的驱动，打开电源。</p>
      )}
      <Button
        // Enter looks for the scanner first, and connects it once it is found.
        type={choice ? 'button' : 'submit'}
        text={wanted?.isOptional && address.trim() === '' ? '搜索' : '查找'}
        loading={work === 'search'}
        disabled={wanted !== null && !wanted.isOptional && address.trim() === ''}
        {...(choice ? { onClick: search } : {})}
      />
    </div>
  )
}
