import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
} from '@blueprintjs/core'
import { Segmented, sentenceOf } from '@hengjuan/ui'
import { type SubmitEvent, useState } from 'react'
import type { ScannerChoice, ScannerOffer } from '../../bridge/station-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { ScannerSettings } from './ScannerSettings.tsx'
import { DRIVERS } from './scanner-labels.ts'
import css from './scanner.module.css'

type Driver = ScannerChoice['driver']

/** Which scanner, with which profile and settings. */
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
  const [driver, setDriver] = useState<Driver>(before?.driver ?? 'sane')
  const [address, setAddress] = useState(
    before && DRIVERS[before.driver].address ? before.device_id : '',
  )
  const [offers, setOffers] = useState<ScannerOffer[] | null>(null)
  const [choice, setChoice] = useState<ScannerChoice | null>(null)
  const [work, setWork] = useState<'idle' | 'search' | 'open'>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const wanted = DRIVERS[driver].address

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
        driver,
        ...(wanted ? { address: address.trim() } : {}),
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
  const changeDriver = (next: Driver) => {
    setDriver(next)
    setAddress(before?.driver === next && DRIVERS[next].address ? before.device_id : '')
    setOffers(null)
    setChoice(null)
    setFailure(null)
  }

  return (
    <form onSubmit={submit}>
      <DialogBody className={css['dialogBody'] ?? ''}>
        <Segmented
          label="连接方式"
          options={Object.entries(DRIVERS).map(([value, { label }]) => ({
            value: value as Driver,
            label,
          }))}
          value={driver}
          onChange={changeDriver}
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
            <p className={css['note']}>
              请接好扫描仪并打开电源。Windows 电脑暂时不能直接连接 USB
              扫描仪，请用网络扫描仪或文件夹。
            </p>
          )}
          <Button
            // Enter looks for the scanner first, and connects it once it is found.
            type={choice ? 'button' : 'submit'}
            text="查找"
            loading={work === 'search'}
            disabled={wanted !== null && address.trim() === ''}
            {...(choice ? { onClick: search } : {})}
          />
        </div>
        {offers?.length === 0 && (
          <p className={css['error']} role="alert">
            ✕ 没有找到。{wanted ? '请检查地址。' : '请检查连接线和电源，再查找一次。'}
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
                label: offer.device_name,
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
            ✕ {sentenceOf(failure)}
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
      />
    </form>
  )
}

/** What was set for the same device before, or what its first profile suggests. */
function choiceOf(offer: ScannerOffer, before: ScannerChoice | null): ScannerChoice | null {
  const isSame = before?.driver === offer.driver && before.device_id === offer.device_id
  if (isSame && offer.profiles.some((each) => each.profile_id === before.profile_id)) return before
  const [profile] = offer.profiles
  if (!profile) return null
  return {
    driver: offer.driver,
    device_id: offer.device_id,
    device_name: offer.device_name,
    profile_id: profile.profile_id,
    profile_name: profile.name,
    paper_source: profile.paper_source,
    dpi: profile.dpi,
    mode: profile.mode,
    paper: before?.paper ?? 'a4',
  }
}
