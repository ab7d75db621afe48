/**
 * The part before the colon is the back end. What follows is a port, which changes, except with back ends
 * that name a device by its model and serial number (fujitsu: `fujitsu:fi-7160:123456`).
 */
export function stableKeyOf(name: string, vendor: string, model: string): string {
  const [backend, , serial] = name.split(':')
  const isNamed = /^[a-z_0-9]+:(?!libusb|usb|net|bjnp|mfnp)[^:]+:[0-9A-Za-z]{3,}$/.test(name)
  return `sane:${backend}:${vendor}:${model}${isNamed ? `:${serial}` : ''}`
}
