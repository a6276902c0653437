// Runs a .NET assembly on the runtime in a folder, without the SDK's own host: dotnet_host FOLDER ASSEMBLY ARGUMENT...

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int initialize_fn(const char *, const char *, int, const char **, const char **, void **, unsigned *);
typedef int execute_fn(void *, unsigned, int, const char **, const char *, unsigned *);

int main(int count, char **arguments) {
    if (count < 3) return 2;
    const char *folder = arguments[1], *assembly = arguments[2];
    static char library[4096], known[1 << 20];
    snprintf(library, sizeof library, "%s/libcoreclr.so", folder);
    void *runtime = dlopen(library, RTLD_NOW);
    if (!runtime) return fprintf(stderr, "%s\n", dlerror()), 1;
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));) {
        size_t length = strlen(file->d_name), used = strlen(known);
        if (length > 4 && !strcmp(file->d_name + length - 4, ".dll"))
            snprintf(known + used, sizeof known - used, "%s/%s:", folder, file->d_name);
    }
    strncat(known, assembly, sizeof known - strlen(known) - 1);
    char *beside = strdup(assembly);
    *strrchr(beside, '/') = 0;
    const char *names[] = {"TRUSTED_PLATFORM_ASSEMBLIES", "APP_PATHS", "NATIVE_DLL_SEARCH_DIRECTORIES",
                           "System.Globalization.Invariant"};
    const char *values[] = {known, beside, folder, "true"};
    initialize_fn *initialize = (initialize_fn *)dlsym(runtime, "coreclr_initialize");
    execute_fn *execute = (execute_fn *)dlsym(runtime, "coreclr_execute_assembly");
    void *host;
    unsigned domain, status = 1;
    int failed = initialize(arguments[0], "app", 4, names, values, &host, &domain);
    if (!failed) failed = execute(host, domain, count - 3, (const char **)arguments + 3, assembly, &status);
    if (failed) fprintf(stderr, "%#x\n", (unsigned)failed);
    return (int)status;
}
