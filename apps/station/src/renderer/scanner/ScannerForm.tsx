import { Button, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { Segmented, sentenceOf } from '@hengjuan/ui'
import { CheckDialog } from './check/CheckDialog.tsx'
import { ProfileDialog } from './profile/ProfileDialog.tsx'
import { ScannerSettings } from './ScannerSettings.tsx'
import { offerWord, type Way, WAYS } from './scanner-labels.ts'
import css from './scanner.module.css'
import { choiceOf, useScannerSearch } from './use-scanner-search.ts'
import { ScannerSearch } from './ScannerSearch.tsx'

export function ScannerForm({ onClose }: { onClose: () => void }) {
  const scanner = useScannerSearch(onClose)
  const {
    before,
    way,
    address,
    offers,
    choice,
    setChoice,
    work,
    failure,
    isManaging,
    setManaging,
    toCheck,
    setToCheck,
    wanted,
    isChanged,
    search,
    submit,
    trust,
    changeWay,
  } = scanner
  // What was found stays while another dialog lies on top.
  return (
    <>
      <form onSubmit={submit}>
        <DialogBody className={css['dialogBody'] ?? ''}>
          <Segmented
            label="连接方式"
            options={Object.entries(WAYS).map(([value, { label }]) => ({
              value: value as Way,
              label,
            }))}
            value={way}
            onChange={changeWay}
          />
          <ScannerSearch scanner={scanner} />
          {offers?.length === 0 && (
            <p className={css['error']} role="alert">
              ✕ 没有找到。{missingAdvice(wanted !== null, address.trim() !== '')}
            </p>
          )}
          {offers && offers.length > 1 && choice && (
            <FormGroup label="扫描仪" labelFor="scanner-device">
              <HTMLSelect
                id="scanner-device"
                fill
                value={choice.device_id}
                options={offers.map((offer) => ({
                  value: offer.device_id,
                  label:
                    way === 'usb'
                      ? `${offer.device_name}（${offerWord(offer.driver)}）`
                      : offer.device_name,
                }))}
                onChange={(event) => {
                  const offer = offers.find((each) => each.device_id === event.target.value)
                  if (offer) setChoice(choiceOf(offer, before))
                }}
              />
            </FormGroup>
          )}
          {offers && choice && (
            <ScannerSettings
              offer={offers.find((each) => each.device_id === choice.device_id) ?? offers[0]}
              choice={choice}
              onChange={setChoice}
            />
          )}
          {failure !== null && (
            <p className={css['error']} role="alert">
              ✕ {sentenceOf(failure)}{' '}
              {isChanged && choice && (
                <Button
                  size="small"
                  text="信任新证书并连接"
                  onClick={() => trust(choice.device_id)}
                />
              )}
            </p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text="连接"
                loading={work === 'open'}
                disabled={!choice || work === 'search'}
              />
            </>
          }
        >
          <Button variant="minimal" text="配置管理…" onClick={() => setManaging(true)} />
          <Button
            variant="minimal"
            text="扫描仪检查…"
            title="新扫描仪或换了电脑之后，用两张检查页试一遍"
            disabled={!choice || work !== 'idle'}
            onClick={() => setToCheck(choice)}
          />
        </DialogFooter>
      </form>
      <ProfileDialog
        isOpen={isManaging}
        onClose={() => {
          setManaging(false)
          // The profiles on offer may be others now.
          if (offers) search()
        }}
      />
      {toCheck && <CheckDialog choice={toCheck} onClose={() => setToCheck(null)} />}
    </>
  )
}

function missingAdvice(hasField: boolean, hasAddress: boolean): string {
  if (!hasField) return '请检查连接线和电源，关闭其他扫描软件，再查找一次。'
  if (hasAddress) return '请检查地址。'
  return '请确认扫描仪和电脑在同一个网络里，或直接填写地址。'
}
