import { CallError } from '@hengjuan/client'
import { type SubmitEvent, useState } from 'react'
import type { ScannerChoice, ScannerOffer } from '../../bridge/scanner-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { type Way, WAYS, wayOf } from './scanner-labels.ts'

/** What was set for the same device before, or what its first profile suggests. */
export function choiceOf(offer: ScannerOffer, before: ScannerChoice | null): ScannerChoice | null {
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

/** Looking for scanners, choosing one with its settings, and connecting it. */
export function useScannerSearch(onClose: () => void) {
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
  return {
    before,
    way,
    address,
    setAddress,
    offers,
    setOffers,
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
  }
}

export type SearchedScanner = ReturnType<typeof useScannerSearch>
