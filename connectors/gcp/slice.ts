/** How the folder of a domain declares it: permissions, methods of the vendor, areas of health and operations. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import type { RoleName } from './role-table.ts';

/** One method of the vendor. A request is made by filling the braces of its call, and in no other way. */
export interface Method<
  Call extends UpstreamCall = UpstreamCall,
  Permission extends string = string,
  Area extends string = string,
> {
  /** The first part of the path is the host. */
  readonly call: Call;
  /** The narrowest that the vendor accepts for it, below https://www.googleapis.com/auth/. */
  readonly scope: string;
  /** Undefined for a method that every authenticated caller may use. */
  readonly permission?: Permission;
  /** Whose check fails the operations that call it. Undefined where a check of the slice itself does. */
  readonly area?: Area;
}

/** A small read that shows whether an interface is enabled. */
export interface AreaProbe<MethodId extends string = string> {
  readonly method: MethodId;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** One of the vendor's interfaces: enabled or not on its own, with permissions of its own. */
export interface AreaDeclaration<MethodId extends string = string> {
  readonly title: string;
  readonly probes: readonly AreaProbe<MethodId>[];
}

/** Of more than an area. It affects the operations that need one of its permissions. */
export type SliceCheck = Omit<CheckDeclaration, 'affects'>;

export interface Slice {
  /** By the role that holds it: what each permission is used for. */
  readonly permissions: { readonly [Role in RoleName]?: Readonly<Record<string, string>> };
  /** By the vendor's own id. */
  readonly methods: Readonly<Record<string, Method>>;
  readonly areas?: Readonly<Record<string, AreaDeclaration>>;
  readonly checks?: Readonly<Record<string, SliceCheck>>;
  readonly operations: Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
}

type KeysOfEach<All> = All extends unknown ? keyof All & string : never;

/** The permissions that slices declare. */
export type PermissionIn<S extends Slice> = S extends unknown
  ? KeysOfEach<S['permissions'][keyof S['permissions']]>
  : never;

/** Scopes that several interfaces accept. `whole`: for methods that publish no narrower one; the roles decide what may be done. */
export const scopes = { whole: 'cloud-platform', readOnly: 'cloud-platform.read-only' } as const;

/** Methods of one interface, all below one address and opened by one scope. */
export function api<const Root extends string, const Area extends string = never>(
  root: Root,
  { scope, area }: { readonly scope: string; readonly area?: Area },
) {
  const method = <const Call extends UpstreamCall, const Permission extends string>(
    call: Call,
    permission: Permission | undefined,
  ): Method<Call, Permission, Area> => ({
    call,
    scope,
    ...(permission !== undefined && { permission }),
    ...(area !== undefined && { area }),
  });
  return {
    get: <const Path extends string, const Permission extends string = never>(path: Path, permission?: Permission) =>
      method(`GET /${root}${path}` as const, permission),
    post: <const Path extends string, const Permission extends string = never>(path: Path, permission?: Permission) =>
      method(`POST /${root}${path}` as const, permission),
  };
}

/** Declares operations that call methods of these, need the permissions of those, and return nothing secret. */
export function asksOf<Id extends string>(methods: Readonly<Record<Id, Method>>) {
  return (...ids: readonly Id[]) => {
    const asked = ids.map((id) => methods[id]);
    return {
      grants: [...new Set(asked.flatMap(({ permission }) => permission ?? []))],
      upstream: asked.map(({ call }) => call),
      redactions: [],
    } as const satisfies OperationDeclaration;
  };
}

/** For a probe that asks for one row. */
export const oneRow = { pageSize: '1' } as const;

export const daySec = 86_400;
