import type { CapabilityContainer } from '@hengjuan/scanner-bridge'

type Item = number | boolean | string | { left: number; top: number; right: number; bottom: number }

/** A capability in the shapes of `node-twain`: a list, a range, an array or one value. */
export type Capability =
  | { currentIndex: number; defaultIndex: number; itemList: Item[] }
  | {
      minValue: number
      maxValue: number
      stepSize: number
      defaultValue: number
      currentValue: number
    }
  | Item[]
  | Item

/** @returns false for what the source does not know */
export function capabilityOf(container: CapabilityContainer): Capability | false {
  if (!container) return false
  switch (container.kind) {
    case 'one':
      return container.value
    case 'array':
      return container.values
    case 'list':
      return {
        currentIndex: container.current,
        defaultIndex: container.standard,
        itemList: container.values,
      }
    case 'range':
      return {
        minValue: container.min,
        maxValue: container.max,
        stepSize: container.step,
        defaultValue: container.standard,
        currentValue: container.current,
      }
  }
}
