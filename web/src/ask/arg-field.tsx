/** One argument of an operation, whatever its kind. */
import { ArgList, ArgObject, ArgRecord, ArgUnion } from './arg-group.tsx';
import type { ArgProps } from './arg-parts.tsx';
import { ArgScalar } from './arg-scalar.tsx';

export function ArgField(props: ArgProps) {
  const { field, ...rest } = props;
  switch (field.kind) {
    case 'object':
      return <ArgObject field={field} Inner={ArgField} {...rest} />;
    case 'list':
      return <ArgList field={field} Inner={ArgField} {...rest} />;
    case 'record':
      return <ArgRecord field={field} Inner={ArgField} {...rest} />;
    case 'union':
      return <ArgUnion field={field} Inner={ArgField} {...rest} />;
    case 'constant':
      return null;
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
    case 'json':
      return <ArgScalar field={field} {...rest} />;
  }
}
