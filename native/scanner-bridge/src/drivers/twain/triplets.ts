/**
 * Numbers of TWAIN 2.4 that the driver uses: what a call is about (`DG`, `DAT`), what is done (`MSG`), how
 * it ended (`RC`), and the capabilities by their published names.
 */
export const DG = { control: 1, image: 2 } as const
/** Bits of `SupportedGroups`: the manager, the application and the source know TWAIN 2. */
export const DF = { manager2: 0x10000000, application2: 0x20000000, source2: 0x40000000 } as const

export const DAT = {
  null: 0,
  capability: 1,
  event: 2,
  identity: 3,
  parent: 4,
  pendingXfers: 5,
  setupMemXfer: 6,
  status: 8,
  userInterface: 9,
  callback: 0x10,
  imageInfo: 0x101,
  imageLayout: 0x102,
  imageMemXfer: 0x103,
  imageNativeXfer: 0x104,
  extImageInfo: 0x10b,
  entryPoint: 0x403,
} as const

export const MSG = {
  get: 1,
  getCurrent: 2,
  getDefault: 3,
  getFirst: 4,
  getNext: 5,
  set: 6,
  reset: 7,
  xferReady: 0x101,
  closeDsReq: 0x102,
  closeDsOk: 0x103,
  openDsm: 0x301,
  closeDsm: 0x302,
  openDs: 0x401,
  closeDs: 0x402,
  disableDs: 0x501,
  enableDs: 0x502,
  processEvent: 0x601,
  endXfer: 0x701,
  stopFeeder: 0x702,
  registerCallback: 0x902,
} as const

export const RC = {
  success: 0,
  failure: 1,
  checkStatus: 2,
  cancel: 3,
  dsEvent: 4,
  notDsEvent: 5,
  xferDone: 6,
  endOfList: 7,
  busy: 10,
  scannerLocked: 11,
} as const

/** Capabilities that profiles and the driver name; a vendor's own are written as numbers (`0x8001`). */
export const CAPABILITIES = {
  CAP_XFERCOUNT: 0x0001,
  ICAP_COMPRESSION: 0x0100,
  ICAP_PIXELTYPE: 0x0101,
  ICAP_UNITS: 0x0102,
  ICAP_XFERMECH: 0x0103,
  CAP_FEEDERENABLED: 0x1002,
  CAP_FEEDERLOADED: 0x1003,
  CAP_SUPPORTEDCAPS: 0x1005,
  CAP_AUTOFEED: 0x1007,
  CAP_INDICATORS: 0x100b,
  CAP_PAPERDETECTABLE: 0x100d,
  CAP_UICONTROLLABLE: 0x100e,
  CAP_DEVICEONLINE: 0x100f,
  CAP_AUTOSCAN: 0x1010,
  CAP_DUPLEX: 0x1012,
  CAP_DUPLEXENABLED: 0x1013,
  CAP_JOBCONTROL: 0x1017,
  CAP_MAXBATCHBUFFERS: 0x101e,
  CAP_SERIALNUMBER: 0x1024,
  CAP_SEGMENTED: 0x1035,
  CAP_FEEDERPREP: 0x1039,
  CAP_AUTOMATICSENSEMEDIUM: 0x103b,
  CAP_DOUBLEFEEDDETECTION: 0x103f,
  CAP_DOUBLEFEEDDETECTIONLENGTH: 0x1040,
  CAP_DOUBLEFEEDDETECTIONSENSITIVITY: 0x1041,
  CAP_DOUBLEFEEDDETECTIONRESPONSE: 0x1042,
  CAP_PAPERHANDLING: 0x1043,
  ICAP_AUTOBRIGHT: 0x1100,
  ICAP_BRIGHTNESS: 0x1101,
  ICAP_CONTRAST: 0x1103,
  ICAP_FILTER: 0x1106,
  ICAP_GAMMA: 0x1108,
  ICAP_ORIENTATION: 0x1110,
  ICAP_PHYSICALWIDTH: 0x1111,
  ICAP_PHYSICALHEIGHT: 0x1112,
  ICAP_FRAMES: 0x1114,
  ICAP_XRESOLUTION: 0x1118,
  ICAP_YRESOLUTION: 0x1119,
  ICAP_BITORDER: 0x111c,
  ICAP_PIXELFLAVOR: 0x111f,
  ICAP_PLANARCHUNKY: 0x1120,
  ICAP_ROTATION: 0x1121,
  ICAP_SUPPORTEDSIZES: 0x1122,
  ICAP_THRESHOLD: 0x1123,
  ICAP_BITDEPTH: 0x112b,
  ICAP_UNDEFINEDIMAGESIZE: 0x112d,
  ICAP_EXTIMAGEINFO: 0x112f,
  ICAP_AUTODISCARDBLANKPAGES: 0x1134,
  ICAP_FLIPROTATION: 0x1136,
  ICAP_IMAGEFILTER: 0x1147,
  ICAP_NOISEFILTER: 0x1148,
  ICAP_OVERSCAN: 0x1149,
  ICAP_AUTOMATICBORDERDETECTION: 0x1150,
  ICAP_AUTOMATICDESKEW: 0x1151,
  ICAP_AUTOMATICROTATE: 0x1152,
  ICAP_AUTOSIZE: 0x1156,
  ICAP_AUTOMATICLENGTHDETECTION: 0x1158,
  ICAP_AUTOMATICCOLORENABLED: 0x1159,
  ICAP_IMAGEMERGE: 0x115c,
} as const

export type CapabilityName = keyof typeof CAPABILITIES

/** The number of a capability by its published name or as `0x8001`; null for neither. */
export function capabilityNumber(name: string): number | null {
  if (Object.hasOwn(CAPABILITIES, name)) return CAPABILITIES[name as CapabilityName]
  return /^0x[0-9a-f]{1,4}$/i.test(name) ? Number(name) : null
}

/** The published name of a capability, or its number. */
export const capabilityName = (number: number): string =>
  Object.entries(CAPABILITIES).find(([, known]) => known === number)?.[0] ??
  `0x${number.toString(16).padStart(4, '0')}`
