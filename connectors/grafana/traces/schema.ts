/** Answers of Tempo: only the fields we use. https://grafana.com/docs/tempo/latest/api_docs/ */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

/** Nanoseconds, or a count, which JSON carries as text because a number would lose digits. */
const Long = z.union([z.string().regex(/^\d{1,20}$/u), z.int().nonnegative()]).transform(String);

/** A value of OpenTelemetry: one of the kinds, or none for an empty one. */
export interface AnyValue {
  readonly stringValue?: string | undefined;
  readonly boolValue?: boolean | undefined;
  readonly intValue?: string | number | undefined;
  readonly doubleValue?: number | string | undefined;
  readonly bytesValue?: string | undefined;
  readonly arrayValue?: { readonly values?: readonly AnyValue[] | undefined } | undefined;
  readonly kvlistValue?: { readonly values?: readonly KeyValue[] | undefined } | undefined;
}
export interface KeyValue {
  readonly key: string;
  readonly value?: AnyValue | undefined;
}

const AnyValue: z.ZodType<AnyValue> = z.lazy(() =>
  z.looseObject({
    stringValue: z.string().optional(),
    boolValue: z.boolean().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
    doubleValue: z.union([z.number(), z.string()]).optional(),
    bytesValue: z.string().optional(),
    arrayValue: z.looseObject({ values: rowsOf(AnyValue).optional() }).optional(),
    kvlistValue: z.looseObject({ values: rowsOf(KeyValue).optional() }).optional(),
  }),
);
const KeyValue: z.ZodType<KeyValue> = z.looseObject({ key: z.string(), value: AnyValue.optional() });
const Attributes = rowsOf(KeyValue).nullish();

const FoundSpan = z.looseObject({
  spanID: z.string(),
  name: z.string().optional(),
  startTimeUnixNano: Long,
  durationNanos: Long.optional(),
  attributes: Attributes,
});
export type FoundSpan = z.infer<typeof FoundSpan>;
const SpanSet = z.looseObject({ spans: rowsOf(FoundSpan).nullish(), matched: z.int().optional() });

export const SearchAnswer = omitsEmpty(
  z.looseObject({
    traces: rowsOf(
      z.looseObject({
        traceID: z.string(),
        rootServiceName: z.string().optional(),
        rootTraceName: z.string().optional(),
        startTimeUnixNano: Long.optional(),
        /** Left out below a millisecond. */
        durationMs: z.number().optional(),
        spanSets: rowsOf(SpanSet).nullish(),
        /** Of versions before 2.2. */
        spanSet: SpanSet.nullish(),
      }),
    ).nullish(),
    metrics: z.looseObject({ completedJobs: z.int().optional(), totalJobs: z.int().optional() }).nullish(),
  }),
  ['traces'],
);
export type FoundTrace = NonNullable<z.infer<typeof SearchAnswer>['traces']>[number];

const Enumerated = z.union([z.string(), z.number()]);

const Span = z.looseObject({
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string().optional(),
  kind: Enumerated.optional(),
  startTimeUnixNano: Long,
  endTimeUnixNano: Long.optional(),
  attributes: Attributes,
  status: z.looseObject({ code: Enumerated.optional(), message: z.string().optional() }).nullish(),
  events: rowsOf(z.looseObject({ timeUnixNano: Long, name: z.string().optional(), attributes: Attributes })).nullish(),
  links: rowsOf(z.looseObject({ traceId: z.string(), spanId: z.string() })).nullish(),
});
export type Span = z.infer<typeof Span>;

const Resource = omitsEmpty(z.looseObject({ attributes: Attributes }), ['attributes'], ['entityRefs']);
/** Of tracers before OpenTelemetry 1.0. */
const older = 'instrumentationLibrarySpans';
const ResourceSpans = omitsEmpty(
  z.looseObject({
    resource: Resource.nullish(),
    scopeSpans: rowsOf(z.looseObject({ spans: rowsOf(Span).nullish() })).nullish(),
  }),
  ['resource'],
  [older],
);
export type ResourceSpans = z.infer<typeof ResourceSpans>;

/** `resourceSpans` is OpenTelemetry's name and `batches` Tempo's earlier one; both are still answered. */
export const Trace = z.looseObject({
  resourceSpans: rowsOf(ResourceSpans).nullish(),
  batches: rowsOf(ResourceSpans).nullish(),
});

export const TraceAnswer = z.looseObject({
  trace: Trace.nullish(),
  /** `PARTIAL` for a trace that is larger than may be answered. */
  status: Enumerated.optional(),
  message: z.string().optional(),
});
