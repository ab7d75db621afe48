/**
 * Sizes and byte offsets of the structures of TWAIN 2 on Windows and Linux, packed to 2 bytes, by the size
 * of a pointer. `native/twain-test-source` asserts the same numbers with C compilers.
 *
 * @source TWAIN 2.4 specification, chapter 8
 */
export const layoutsOf = (pointer: 4 | 8) =>
  ({
    Identity: {
      size: 156,
      Id: 0,
      MajorNum: 4,
      MinorNum: 6,
      Language: 8,
      Country: 10,
      Info: 12,
      ProtocolMajor: 46,
      ProtocolMinor: 48,
      SupportedGroups: 50,
      Manufacturer: 54,
      ProductFamily: 88,
      ProductName: 122,
    },
    Capability: { size: 4 + pointer, Cap: 0, ConType: 2, hContainer: 4 },
    OneValue: { size: 6, ItemType: 0, Item: 2 },
    Enumeration: { size: 16, NumItems: 2, CurrentIndex: 6, DefaultIndex: 10, ItemList: 14 },
    Range: {
      size: 22,
      MinValue: 2,
      MaxValue: 6,
      StepSize: 10,
      DefaultValue: 14,
      CurrentValue: 18,
    },
    Array: { size: 8, NumItems: 2, ItemList: 6 },
    UserInterface: { size: 4 + pointer, ShowUI: 0, ModalUI: 2, hParent: 4 },
    PendingXfers: { size: 6, Count: 0, EOJ: 2 },
    ImageLayout: { size: 28, Frame: 0, DocumentNumber: 16, PageNumber: 20, FrameNumber: 24 },
    ImageInfo: {
      size: 42,
      XResolution: 0,
      YResolution: 4,
      ImageWidth: 8,
      ImageLength: 12,
      SamplesPerPixel: 16,
      BitsPerPixel: 34,
      Planar: 36,
      PixelType: 38,
      Compression: 40,
    },
    SetupMemXfer: { size: 12, MinBufSize: 0, MaxBufSize: 4, Preferred: 8 },
    ImageMemXfer: {
      size: 34 + pointer,
      Compression: 0,
      BytesPerRow: 2,
      Columns: 6,
      Rows: 10,
      XOffset: 14,
      YOffset: 18,
      BytesWritten: 22,
      'Memory.Flags': 26,
      'Memory.Length': 30,
      'Memory.TheMem': 34,
    },
    Callback: { size: 6 + pointer, CallBackProc: 0, RefCon: pointer, Message: pointer + 4 },
    EntryPoint: {
      size: 4 + 5 * pointer,
      Size: 0,
      DSM_Entry: 4,
      DSM_MemAllocate: 4 + pointer,
      DSM_MemFree: 4 + 2 * pointer,
      DSM_MemLock: 4 + 3 * pointer,
      DSM_MemUnlock: 4 + 4 * pointer,
    },
    Event: { size: 2 + pointer, pEvent: 0, TWMessage: pointer },
    Status: { size: 4, ConditionCode: 0, Data: 2 },
    ExtImageInfo: {
      size: 12 + pointer,
      NumInfos: 0,
      'Info[0].InfoID': 4,
      'Info[0].ItemType': 6,
      'Info[0].NumItems': 8,
      'Info[0].ReturnCode': 10,
      'Info[0].Item': 12,
    },
  }) as const

const SIZE = process.arch === 'ia32' || process.arch === 'arm' ? 4 : 8
/** Those of this process. */
export const LAYOUTS = layoutsOf(SIZE)

/** Writes a pointer or handle. */
export function putPointer(into: Buffer, at: number, pointer: bigint): void {
  if (SIZE === 8) into.writeBigUInt64LE(BigInt.asUintN(64, pointer), at)
  else into.writeUInt32LE(Number(BigInt.asUintN(32, pointer)), at)
}

/** Reads a pointer or handle; 0n for none. */
export const getPointer = (from: Buffer, at: number): bigint =>
  SIZE === 8 ? from.readBigUInt64LE(at) : BigInt(from.readUInt32LE(at))

/** A number of 16 bits before and 16 after the point. */
export const getFixed = (from: Buffer, at: number): number =>
  from.readInt16LE(at) + from.readUInt16LE(at + 2) / 65536

export function putFixed(into: Buffer, at: number, value: number): void {
  const whole = Math.floor(value)
  const part = Math.round((value - whole) * 65536)
  into.writeInt16LE(part === 65536 ? whole + 1 : whole, at)
  into.writeUInt16LE(part % 65536, at + 2)
}

/** Text that ends with a zero; vendors write UTF-8 or their own code page. */
export function getText(from: Buffer, at: number, room: number): string {
  const bytes = from.subarray(at, at + room)
  const end = bytes.indexOf(0)
  return bytes
    .subarray(0, end < 0 ? room : end)
    .toString('utf8')
    .trim()
}
