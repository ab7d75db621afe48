import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
} from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { Segmented, sentenceOf } from '@hengjuan/ui'
import { type SubmitEvent, useState } from 'react'
import type { ScannerChoice, ScannerOffer } from '../../bridge/scanner-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { CheckDialog } from './check/CheckDialog.tsx'
import { ProfileDialog } from './profile/ProfileDialog.tsx'
import { ScannerSettings } from './ScannerSettings.tsx'
import { offerWord, type Way, WAYS, wayOf } from './scanner-labels.ts'
import css from './scanner.module.css'

/** Which scanner, with which profile and settings; from here to the profiles and to the scanner check. */
export function ScannerDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="扫描仪设置"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <Content onClose={props.onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const { call } = useTransport()
  const before = useScreen((screen) => screen.live?.scanner.choice ?? null)
  const [way, setWay] = useState<Way>(before ? wayOf(before.driver) : 'usb')
  const [address, setAddress] = useState(
    before && WAYS[wayOf(before.driver)].address ? before.device_id : '',
  )
  const [offers, setOffers] = useState<ScannerOffer[] | null>(null)
  const [choice, setChoice] = useState<ScannerChoice | null>(null)
  const [work, setWork] = useState<'idle' | 'search' | 'open'>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const [isManaging, setManaging] = useState(false)
  const [toCheck, setToCheck] = useState<ScannerChoice | null>(null)
  const wanted = WAYS[way].address
  const isChanged =
    failure instanceof CallError && String(failure.code) === 'SCANNER_CERTIFICATE_CHANGED'

  const run = (kind: 'search' | 'open', action: () => Promise<void>) => {
    setWork(kind)
    setFailure(null)
    action()
      .catch(setFailure)
      .finally(() => setWork('idle'))
  }
  const search = () =>
    run('search', async () => {
      setOffers(null)
      setChoice(null)
      const found = await call('listScanners', {
        driver: way,
        ...(wanted && address.trim() !== '' ? { address: address.trim() } : {}),
      })
      setOffers(found)
      setChoice(found[0] ? choiceOf(found[0], before) : null)
    })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (choice)
      run('open', async () => {
        await call('openScanner', choice)
        onClose()
      })
    else search()
  }
  const trust = (device_id: string) =>
    run('open', async () => {
      await call('trustScanner', { device_id })
      if (choice) await call('openScanner', choice)
      onClose()
    })
  const changeWay = (next: Way) => {
    setWay(next)
    setAddress(
      before && wayOf(before.driver) === next && WAYS[next].address ? before.device_id : '',
    )
    setOffers(null)
    setChoice(null)
    setFailure(null)
  }

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

/** What was set for the same device before, or what its first profile suggests. */
function choiceOf(offer: ScannerOffer, before: ScannerChoice | null): ScannerChoice | null {
  // By what stays of a scanner, wherever it is plugged in now.
  const isSame =
    before?.driver === offer.driver &&
    (before.device_id === offer.device_id || before.device_key === offer.device_key)
  if (isSame && offer.profiles.some((each) => each.profile_id === before.profile_id))
    return { ...before, device_id: offer.device_id, device_key: offer.device_key }
  const [profile] = offer.profiles
  if (!profile) return null
  return {
    driver: offer.driver,
    device_id: offer.device_id,
    device_name: offer.device_name,
    device_key: offer.device_key,
    profile_id: profile.profile_id,
    profile_name: profile.name,
    paper_source: profile.paper_source,
    dpi: profile.dpi,
    mode: profile.mode,
    paper: before?.paper ?? 'a4',
  }
}
