/** The only file of this connector that talks to the network. Every call is counted against the limits of the project first. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import { budgetOf } from './budget.ts';
import type { manifest } from './manifest.ts';
import { addressOf, isRegion } from './region.ts';
import {
  ChartAnswer,
  type ChartData,
  type Dashboard,
  DashboardAnswer,
  DashboardsAnswer,
  EventsAnswer,
  FunnelAnswer,
  type FunnelData,
  SegmentationAnswer,
  type SeriesData,
} from './schema.ts';
import { lookYourself, symptoms, symptomsOfCharts, symptomsOfDashboards } from './symptoms.ts';

export type AmplitudeContext = ConnectorContext<typeof manifest>;

/** A query with what it costs by our estimate. */
export interface Costed {
  readonly cost: number;
  readonly query: FormFields;
}

export interface AmplitudeClient {
  querySegmentation(question: Costed): Promise<SeriesData>;
  queryFunnel(question: Costed): Promise<readonly FunnelData[]>;
  getChart(id: string): Promise<ChartData>;
  listDashboards(): Promise<readonly Dashboard[]>;
  getDashboard(id: string): Promise<Dashboard>;
  listEvents(): Promise<z.infer<typeof EventsAnswer>['data']>;
}

interface Place {
  readonly path: string;
  readonly query?: FormFields;
  /** What is not listed with a cost of its own costs 1. */
  readonly cost?: number;
  readonly symptoms?: readonly Symptom[];
}

export function openAmplitude(context: AmplitudeContext): AmplitudeClient {
  const http = context.httpTo(baseOf(context), { authorize: () => authorize(context) });
  const budget = budgetOf(context);

  async function get<S extends z.ZodType>(schema: S, place: Place): Promise<z.infer<S>> {
    const { path, query = {}, cost = 1, symptoms: rows = symptoms } = place;
    const ask = createAsker(context, { http, symptoms: rows });
    budget.charge(cost);
    // Once: another try would be charged again.
    const request = { method: 'GET', path, query, access: 'read', once: true } as const;
    return (await budget.withPermit(context.signal, () => ask(schema, request))).answer;
  }

  const getDashboards = <S extends z.ZodType>(schema: S, path: string): Promise<z.infer<S>> =>
    get(schema, { path, symptoms: symptomsOfDashboards }).catch(unconfirmed);

  return {
    querySegmentation: async (question) =>
      (await get(SegmentationAnswer, { path: '/api/2/events/segmentation', ...question })).data,
    queryFunnel: async (question) => (await get(FunnelAnswer, { path: '/api/2/funnels', ...question })).data,
    getChart: async (id) =>
      (await get(ChartAnswer, { path: `/api/3/chart/${id}/query`, symptoms: symptomsOfCharts })).data,
    listDashboards: async () => (await getDashboards(DashboardsAnswer, '/api/3/dashboards')).data,
    getDashboard: async (id) => (await getDashboards(DashboardAnswer, `/api/3/dashboards/${id}`)).data,
    listEvents: async () => (await get(EventsAnswer, { path: '/api/2/events/list' })).data,
  };
}

/** An answer of another shape is no change: the shape was never confirmed. */
function unconfirmed(error: unknown): never {
  if (!(error instanceof Fault) || error.kind !== 'upstream_changed') throw error;
  throw new Fault('not_found_or_hidden', { what: 'dashboards in the answer' }, lookYourself, { cause: error });
}

/** @throws Fault `not_configured` for a region that is set and is none: the keys are not sent to the other one instead. */
function baseOf({ config }: AmplitudeContext): URL {
  if (config.has('AMPLITUDE_URL')) return config.url('AMPLITUDE_URL');
  const region = config.has('AMPLITUDE_REGION') ? (config.text('AMPLITUDE_REGION') ?? '') : 'us';
  if (isRegion(region)) return addressOf(region);
  throw new Fault('not_configured', { variable: 'AMPLITUDE_REGION' }, 'Set AMPLITUDE_REGION to us or to eu.');
}

async function authorize({ secrets }: AmplitudeContext): Promise<Record<string, string>> {
  const [key, secret] = await Promise.all([secrets.read('AMPLITUDE_API_KEY'), secrets.read('AMPLITUDE_SECRET_KEY')]);
  if (key === undefined || secret === undefined) return {};
  const pair = secrets.keep(`${key.reveal()}:${secret.reveal()}`);
  return { authorization: `Basic ${Buffer.from(pair.reveal()).toString('base64')}` };
}
