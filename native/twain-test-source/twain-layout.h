/*
 * The structures of TWAIN 2 that the bridge and its test doubles use, written from the layouts that the
 * specification publishes: packed to 2 bytes on Windows and Linux. The assertions hold them against
 * the offsets for pointers of 8 and of 4 bytes.
 */
#ifndef TWAIN_LAYOUT_H
#define TWAIN_LAYOUT_H
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define TW_CALL __stdcall /* means something on 32 bits only */
#define TW_EXPORT __declspec(dllexport)
#else
#define TW_CALL
#define TW_EXPORT __attribute__((visibility("default")))
#endif

#pragma pack(push, 2)
typedef struct { uint16_t MajorNum, MinorNum, Language, Country; char Info[34]; } Version;
typedef struct {
  uint32_t Id;
  Version Version;
  uint16_t ProtocolMajor, ProtocolMinor;
  uint32_t SupportedGroups;
  char Manufacturer[34], ProductFamily[34], ProductName[34];
} Identity;
typedef struct { uint16_t Cap, ConType; void *hContainer; } Capability;
typedef struct { uint16_t ItemType; uint32_t Item; } OneValue;
typedef struct { uint16_t ItemType; uint32_t NumItems, CurrentIndex, DefaultIndex; uint8_t ItemList[2]; } Enumeration;
typedef struct { uint16_t ItemType; uint32_t MinValue, MaxValue, StepSize, DefaultValue, CurrentValue; } Range;
typedef struct { uint16_t ItemType; uint32_t NumItems; uint8_t ItemList[2]; } Array;
typedef struct { uint16_t ShowUI, ModalUI; void *hParent; } UserInterface;
typedef struct { uint16_t Count; uint32_t EOJ; } PendingXfers;
typedef struct { int16_t Whole; uint16_t Frac; } Fix32;
typedef struct { Fix32 Left, Top, Right, Bottom; } Frame;
typedef struct { Frame Frame; uint32_t DocumentNumber, PageNumber, FrameNumber; } ImageLayout;
typedef struct {
  Fix32 XResolution, YResolution;
  int32_t ImageWidth, ImageLength;
  int16_t SamplesPerPixel, BitsPerSample[8], BitsPerPixel;
  uint16_t Planar;
  int16_t PixelType;
  uint16_t Compression;
} ImageInfo;
typedef struct { uint32_t MinBufSize, MaxBufSize, Preferred; } SetupMemXfer;
typedef struct { uint32_t Flags, Length; void *TheMem; } Memory;
typedef struct {
  uint16_t Compression;
  uint32_t BytesPerRow, Columns, Rows, XOffset, YOffset, BytesWritten;
  Memory Memory;
} ImageMemXfer;
typedef struct { void *CallBackProc; uint32_t RefCon; int16_t Message; } Callback;
typedef struct {
  uint32_t Size;
  void *DSM_Entry, *DSM_MemAllocate, *DSM_MemFree, *DSM_MemLock, *DSM_MemUnlock;
} EntryPoint;
typedef struct { void *pEvent; uint16_t TWMessage; } Event;
typedef struct { uint16_t ConditionCode, Data; } Status;
typedef struct { uint16_t InfoID, ItemType, NumItems, ReturnCode; uintptr_t Item; } Info;
typedef struct { uint32_t NumInfos; Info Info[1]; } ExtImageInfo;
#pragma pack(pop)

typedef uint16_t(TW_CALL *EntryFunction)(Identity *, Identity *, uint32_t, uint16_t, uint16_t, void *);
typedef uint16_t(TW_CALL *SourceFunction)(Identity *, uint32_t, uint16_t, uint16_t, void *);

#define SIZE(type, at8, at4) _Static_assert(sizeof(type) == (sizeof(void *) == 8 ? (at8) : (at4)), "size of " #type)
#define PLACE(type, field, at8, at4) \
  _Static_assert(offsetof(type, field) == (sizeof(void *) == 8 ? (at8) : (at4)), "place of " #type "." #field)
SIZE(Identity, 156, 156);
PLACE(Identity, Version.Info, 12, 12);
PLACE(Identity, ProtocolMajor, 46, 46);
PLACE(Identity, SupportedGroups, 50, 50);
PLACE(Identity, ProductName, 122, 122);
SIZE(Capability, 12, 8);
SIZE(OneValue, 6, 6);
SIZE(Enumeration, 16, 16);
PLACE(Enumeration, ItemList, 14, 14);
SIZE(Range, 22, 22);
SIZE(Array, 8, 8);
SIZE(UserInterface, 12, 8);
SIZE(PendingXfers, 6, 6);
SIZE(Fix32, 4, 4);
SIZE(Frame, 16, 16);
SIZE(ImageLayout, 28, 28);
SIZE(ImageInfo, 42, 42);
PLACE(ImageInfo, BitsPerPixel, 34, 34);
SIZE(SetupMemXfer, 12, 12);
SIZE(ImageMemXfer, 42, 38);
PLACE(ImageMemXfer, Memory.TheMem, 34, 34);
SIZE(Callback, 14, 10);
SIZE(EntryPoint, 44, 24);
SIZE(Event, 10, 6);
SIZE(Status, 4, 4);
SIZE(Info, 16, 12);
#undef SIZE
#undef PLACE

enum { DG_CONTROL = 1, DG_IMAGE = 2, DF_DSM2 = 0x10000000, DF_APP2 = 0x20000000, DF_DS2 = 0x40000000 };
enum {
  DAT_NULL = 0, DAT_CAPABILITY = 1, DAT_EVENT = 2, DAT_IDENTITY = 3, DAT_PARENT = 4, DAT_PENDINGXFERS = 5,
  DAT_SETUPMEMXFER = 6, DAT_STATUS = 8, DAT_USERINTERFACE = 9, DAT_CALLBACK = 0x10, DAT_IMAGEINFO = 0x101,
  DAT_IMAGELAYOUT = 0x102, DAT_IMAGEMEMXFER = 0x103, DAT_IMAGENATIVEXFER = 0x104, DAT_EXTIMAGEINFO = 0x10b,
  DAT_ENTRYPOINT = 0x403
};
enum {
  MSG_GET = 1, MSG_GETCURRENT = 2, MSG_GETDEFAULT = 3, MSG_GETFIRST = 4, MSG_GETNEXT = 5, MSG_SET = 6, MSG_RESET = 7,
  MSG_XFERREADY = 0x101, MSG_CLOSEDSREQ = 0x102, MSG_OPENDSM = 0x301, MSG_CLOSEDSM = 0x302, MSG_OPENDS = 0x401,
  MSG_CLOSEDS = 0x402, MSG_DISABLEDS = 0x501, MSG_ENABLEDS = 0x502, MSG_PROCESSEVENT = 0x601, MSG_ENDXFER = 0x701,
  MSG_STOPFEEDER = 0x702, MSG_REGISTER_CALLBACK = 0x902
};
enum {
  RC_SUCCESS = 0, RC_FAILURE = 1, RC_CHECKSTATUS = 2, RC_DSEVENT = 4, RC_NOTDSEVENT = 5, RC_XFERDONE = 6, RC_ENDOFLIST = 7
};
enum {
  CC_SUCCESS = 0, CC_BUMMER = 1, CC_LOWMEMORY = 2, CC_NODS = 3, CC_MAXCONNECTIONS = 4, CC_OPERATIONERROR = 5,
  CC_BADPROTOCOL = 9, CC_BADVALUE = 10, CC_SEQERROR = 11, CC_BADDEST = 12, CC_CAPUNSUPPORTED = 13,
  CC_CAPBADOPERATION = 14, CC_PAPERJAM = 20, CC_PAPERDOUBLEFEED = 21, CC_CHECKDEVICEONLINE = 23, CC_INTERLOCK = 24,
  CC_NOMEDIA = 29
};
enum { CON_ARRAY = 3, CON_ENUMERATION = 4, CON_ONEVALUE = 5, CON_RANGE = 6 };
enum { TY_INT16 = 1, TY_INT32 = 2, TY_UINT16 = 4, TY_BOOL = 6, TY_FIX32 = 7, TY_FRAME = 8, TY_STR255 = 12 };
#endif
