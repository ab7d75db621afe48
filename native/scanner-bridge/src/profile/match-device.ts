import type { DeviceInfo } from '../protocol/messages.ts'

/**
 * The device that was used before, among those that are there now: ids change when a scanner is plugged in
 * elsewhere. It is known by vendor, model and serial number; without one, by its model if only one of that
 * model is there.
 *
 * @param remembered `name` is vendor and model as they were shown
 * @returns null when it is not there, or when nobody can say which of several it is
 */
export function matchDevice(
  remembered: { id: string; key?: string | undefined; name: string },
  devices: readonly DeviceInfo[],
): DeviceInfo | null {
  const sameKey = devices.filter(({ stableKey }) => stableKey === remembered.key)
  if (sameKey.length === 1) return sameKey[0] ?? null
  // Two of a kind without serial numbers: the one in the same place.
  const samePlace = (sameKey.length > 0 ? sameKey : devices).find(({ id }) => id === remembered.id)
  if (sameKey.length > 1) return samePlace ?? null
  const sameModel = devices.filter(({ name }) => name === remembered.name)
  return sameModel.length === 1 ? (sameModel[0] ?? null) : null
}
